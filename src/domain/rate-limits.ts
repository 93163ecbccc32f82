/** In seconds. Attempts beyond a rule aren't counted. */
export type RateRule =
  /** So many attempts `within` a window, which starts with the first of them. */
  | { attempts: number; within: number }
  /** So many attempts immediately, then one every `thenEvery`. */
  | { attempts: number; thenEvery: number }
  /** So many attempts immediately, then after waits that double; reset some time after the last attempt. */
  | { attempts: number; firstWait: number; longestWait: number; resetAfter: number }

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Unless named otherwise, for each network (an IPv4 address or IPv6 /64); a wide one is an IPv4 /24 or IPv6 /48. */
export const RATE_LIMITS = {
  /** Pages have no limit: they come from memory, and a thousand readers may share an address. */
  apiCalls: { attempts: 300, within: 10 },
  blogApiCalls: { attempts: 100, within: 10 },
  /** On pages and in the API together: a search can take the database several milliseconds. */
  searches: { attempts: 60, within: MINUTE },
  previews: { attempts: 60, within: MINUTE },
  linkPictures: { attempts: 60, within: MINUTE },
  /**
   * A dragged slider sends dozens of events. Separate from the API's limit, because otherwise events would lock out an
   * administrator at the same address.
   */
  events: { attempts: 600, within: MINUTE },
  leakChecks: { attempts: 30, within: MINUTE },
  leakChecksOfWideNetwork: { attempts: 120, within: MINUTE },
  /** The service is free and shared. */
  leakChecksOfAll: { attempts: 600, within: MINUTE },

  /** Per network or known browser. */
  signInsOfSource: { attempts: 10, thenEvery: MINUTE },
  signInsOfSourceAndName: { attempts: 5, firstWait: 30, longestWait: 15 * MINUTE, resetAfter: HOUR },
  signInsOfName: { attempts: 50, thenEvery: HOUR / 50 },
  /** At any given moment, three of a million codes are valid: guessing one takes years at this rate. */
  codesOfName: { attempts: 20, thenEvery: HOUR / 5 },
  /** A rented server may have a /48, which contains 65,536 networks. */
  signInsOfWideNetwork: { attempts: 30, thenEvery: 20 },
  passkeyChallenges: { attempts: 30, within: MINUTE },
  passkeySignIns: { attempts: 10, within: MINUTE },
  /** Setting a password costs a hash. */
  passwordLinks: { attempts: 10, within: MINUTE },
  setups: { attempts: 5, within: MINUTE },
  /** People who add an app have it at hand. */
  appConfirmationsOfUser: { attempts: 10, within: 5 * MINUTE },

  messages: { attempts: 5, within: HOUR },
  /** A wide network has many addresses; it must not use up everyone's budget. */
  newMessagesOfWideNetwork: { attempts: 20, within: HOUR },
  heldMessagesOfWideNetwork: { attempts: 20, within: DAY },

  analysesOfUser: { attempts: 10, within: MINUTE },
  /** They cost money. */
  aiCallsOfUser: { attempts: 10, within: MINUTE },
  aiCallsOfUserInDay: { attempts: 100, within: DAY },
  /** Each contacts other servers. */
  testNoticesOfUser: { attempts: 5, within: MINUTE },

  /** Invented user agents must not fill the disk. */
  newVisitors: { attempts: 1_000, within: HOUR },
  /** A site has only a few names, and compressing its pages takes about 100 ms per name. */
  newOrigins: { attempts: 10, within: 10 * MINUTE },
  newOriginsOfAll: { attempts: 100, within: 10 * MINUTE },
  /**
   * Per administrator, and for all anonymous clients together, so that nobody can fill the database or hide others'
   * attempts.
   */
  auditedRefusals: { attempts: 10, within: MINUTE },
  auditedUnknownNamesOfAll: { attempts: 60, within: HOUR },
  /** During an outage every request fails. */
  loggedOutages: { attempts: 1, within: 1 },
  loggedCountFailures: { attempts: 1, within: MINUTE },
} as const satisfies Record<string, RateRule>

export type RateLimitName = keyof typeof RATE_LIMITS
