/** Never add 'allow-same-origin'. Without 'escape', pages opened from ads would be sandboxed and break. */
export const AD_SANDBOX = ['allow-scripts', 'allow-popups', 'allow-popups-to-escape-sandbox']
export const ANALYTICS_SANDBOX = ['allow-scripts']
