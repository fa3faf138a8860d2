interface Client {
  /** Of the browser or program; empty if unknown. */
  readonly name: string
  /** Null if unknown. */
  readonly system: string | null
  readonly isMobile: boolean
}

/** The first that matches: most browsers name others, too. */
const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

const MOBILE = ['Android', 'iPhone', 'iPad']

type Pattern = readonly [string, RegExp]

const firstMatch = (patterns: readonly Pattern[], text: string): string | null =>
  patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null

/** What a User-Agent header says. Programs other than browsers name themselves first, such as `PlazaClient/1.2`. */
export function clientOf(userAgent: string): Client {
  const system = firstMatch(SYSTEMS, userAgent)
  const name = firstMatch(BROWSERS, userAgent) ?? userAgent.split(/[/\s]/)[0] ?? ''
  return { name, system, isMobile: MOBILE.some((one) => one === system) }
}
