/**
 * What the frames of others may do: never 'allow-same-origin'. Without 'escape', the page that an ad leads to would be
 * without its own origin, too, and not work.
 */
export const AD_SANDBOX = ['allow-scripts', 'allow-popups', 'allow-popups-to-escape-sandbox']
export const ANALYTICS_SANDBOX = ['allow-scripts']
