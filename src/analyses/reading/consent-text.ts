/** Cookies in the languages whose sites ask for consent. */
const COOKIE =
  /cookie|kakor|informasjonskaps|evästei|küpsis|sütik|ciasteczk|piškotk|slapuk|sīkdat|çerez|куки|бисквитк|クッキー|쿠키|ملفات (?:تعريف )?الارتباط|עוגיות|कुकी|คุกกี้/iu

/** Accept, reject, necessary, advertising and the like, from the beginning of a word where the script has word boundaries. */
const CONSENT =
  /(?<!\p{L})(?:accept|consent|reject|declin|opt[ -]out|manage|preference|settings|necessary|essential|advertis|personali[sz]|third[ -]part|partners|privacy|policy|analytics|targeting|functional|performance cookies|akzept|zustimm|ablehn|einwillig|notwendig|einstellung|werbung|datenschutz|drittanbiet|accepte|refus|nécessaire|publicit|confidentialit|paramétr|acept|rechaz|necesari|privacidad|configura|aceit|recus|necessári|accett|rifiut|necessari|pubblicit|accepteer|weiger|toestem|noodzakel|advertent|akceptuj|odrzu|zgod|niezbędn|reklam|godkänn|samtyck|nödvändig|annons|afvis|samtykk|nødvendig|hyväksy|suostumu|välttämät|mainon|kabul|reddet|onay|zorunlu|přijm|souhlas|nezbytn|elfogad|hozzájárul|szükséges|приня|соглас|отклон|необходим|реклам|прийня|згод)|同意|拒否|承諾|広告|接受|拒绝|동의|거부|필수|موافق|قبول|رفض|אישור|הסכמה|ยอมรับ|ยินยอม|स्वीकार/iu

export const isAboutCookies = (text: string): boolean => COOKIE.test(text)

/** Whether a line asks for consent to cookies or names their kinds. Pages about cookies have such lines, too. */
export const asksForConsent = (text: string): boolean => COOKIE.test(text) && CONSENT.test(text)
