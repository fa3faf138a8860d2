import { invalid } from '../../../kernel/failure.ts'

/** Year or major, minor, patch; then the release stage with its build; then a suffix. */
const UNITY_VERSION = /^(\d{1,4})\.(\d{1,2})\.(\d{1,2})(?:([abfp])\d{1,2})?(?:-\w{1,16})?$/
/** Alpha and beta sort before the final release, patches after it. */
const RELEASE_STAGES = { a: -20, b: -10, f: 0, p: 10 } as const
const isStage = (text: string): text is keyof typeof RELEASE_STAGES => Object.hasOwn(RELEASE_STAGES, text)

/**
 * A Unity version as a number that sorts like versions, as clients count it, without the build: `2022.3.22f1` is
 * 20220322000, and `5.3.4p1` is 50304010. Null for a malformed version.
 */
export function unitySortKey(version: string): number | null {
  const [, major, minor, patch, stage = 'f'] = UNITY_VERSION.exec(version) ?? []
  if (major === undefined || !isStage(stage)) return null
  const numbers = Number(major) * 10_000 + Number(minor) * 100 + Number(patch)
  return numbers * 1_000 + RELEASE_STAGES[stage]
}

/** The sort key of a Unity version in an input field. Throws `invalid`. */
export function parseUnitySortKey(field: string, version: string): number {
  const number = unitySortKey(version)
  if (number === null)
    throw invalid(field, `${field} must be an engine version, such as 2022.3.22f1: '${version}'`, 'malformed')
  return number
}
