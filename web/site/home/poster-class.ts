/** The ratios fit the password's box. Includes the animation only for explicit regenerations. */
export const posterClass = (regenerations: number): string =>
  `cells [--columns-per-row:2.6] max-[17rem]:[--columns-per-row:1] sm:[--columns-per-row:5] lg:[--columns-per-row:3.9] ${regenerations === 0 ? '' : 'settle'}`
