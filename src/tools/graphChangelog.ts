/** A version in the changelog of the schema. */
interface ChangelogEntry {
  /** Null for what is not released yet. */
  readonly version: string | null
  /** Markdown below the heading. */
  readonly text: string
  /** Elements of the schema that the part "Breaking" names in code marks, such as `World.name`. */
  readonly breaking: readonly string[]
}

const UNRELEASED = 'Unreleased'
const HEADING = /^## (.+)$/gm
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/

const partOf = (text: string, title: string) =>
  text
    .split(/^### /m)
    .filter((part) => part.startsWith(`${title}\n`))
    .join('')

/** The entries of a changelog, newest first. Throws for a heading that is no version. */
export function entriesOf(changelog: string): ChangelogEntry[] {
  const headings = [...changelog.matchAll(HEADING)]
  return headings.map(({ index, 0: line, 1: title = '' }, at) => {
    const text = changelog.slice(index + line.length, headings[at + 1]?.index).trim()
    const breaking = [...partOf(text, 'Breaking').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')
    return { version: versionIn(title), text, breaking }
  })
}

function versionIn(title: string): string | null {
  const [version = ''] = title.split(',')
  if (title === UNRELEASED) return null
  if (!VERSION.test(version)) throw new Error(`the changelog has the heading ${title}, which is no version`)
  return version
}

const numbersOf = (version: string) => version.split('.').map(Number)

/** Whether a version is higher than another. */
export function isHigher(version: string, other: string): boolean {
  const [numbers, others] = [numbersOf(version), numbersOf(other)]
  const at = numbers.findIndex((number, index) => number !== others[index])
  return (numbers[at] ?? 0) > (others[at] ?? 0)
}

interface NewVersion {
  readonly version: string
  /** Like 2030-01-31. */
  readonly date: string
}

/**
 * The changelog in which what was unreleased has the version. Throws if the version is none, or not higher than the last,
 * if nothing is unreleased, or if something breaks and the first number is not raised.
 */
export function withVersion(changelog: string, { version, date }: NewVersion): string {
  const [unreleased, last] = entriesOf(changelog)
  const lastVersion = last?.version ?? '0.0.0'
  if (!VERSION.test(version)) throw new Error(`${version} is no version such as 1.2.0`)
  if (unreleased?.version !== null || unreleased.text === '') throw new Error('the changelog has nothing unreleased')
  if (!isHigher(version, lastVersion)) throw new Error(`${version} is not higher than ${lastVersion}`)
  const isMajor = numbersOf(version)[0] !== numbersOf(lastVersion)[0]
  if (unreleased.breaking.length > 0 && !isMajor)
    throw new Error(`${version} breaks clients of ${lastVersion}: raise the first number`)
  return changelog.replace(`## ${UNRELEASED}\n`, `## ${UNRELEASED}\n\n## ${version}, ${date}\n`)
}
