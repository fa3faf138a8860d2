import { invalid } from '../../kernel/failure.ts'

/** Year or major, minor and patch; then how finished it is, and the number of that build; then whatever else. */
const VERSION = /^(\d{1,4})\.(\d{1,2})\.(\d{1,2})(?:([abfp])(\d{1,2}))?(?:-\w{1,16})?$/
/** Alpha, beta, final, patch: each has a hundred builds before the next begins. */
const STAGES = 'abfp'

/**
 * An engine version as a number that sorts as versions do: `2022.3.22f1` is 20220322201. Null for what is no version;
 * one without a build counts as the first final build's forerunner.
 */
export function unitySort(version: string): number | null {
  const [, major, minor, patch, stage = 'f', build = '0'] = VERSION.exec(version) ?? []
  if (major === undefined) return null
  const numbers = Number(major) * 10_000 + Number(minor) * 100 + Number(patch)
  return numbers * 1_000 + STAGES.indexOf(stage) * 100 + Number(build)
}

/** The same for an input field. Throws `invalid`. */
export function unitySortOf(field: string, version: string): number {
  const number = unitySort(version)
  if (number === null) throw invalid(field, `${field} must be an engine version, such as 2022.3.22f1: '${version}'`)
  return number
}
