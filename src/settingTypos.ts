import { NOTES_BY_NAME } from './settingSchema.ts'

/** Variables that begin so are meant for this server, unless they are those of an orchestrator. */
const OWN_PREFIX =
  /^(PLAZA|S3|DATABASE|SMTP|REDIS|METRICS|PERSISTED|DEMO|PAYMENT|ECONOMY|MAIL|DRAIN|BACKUP|REGISTRATIONS?|IMPOSTOR)_/
/** Kubernetes and Docker set these for services of such names. */
const OF_ORCHESTRATOR = /_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP)(_\w+)?)?)$/
/** Variables of the process that are no settings, and those that libraries read. */
const OTHERS =
  /^(PLAZA_WORKER|NEW_SECRET_KEY|NEW_USER_PASSWORD|TARGET_DATABASE_URL|AWS_\w*|OTEL_\w*|PG[A-Z]*|NODE_\w*|npm_\w*)$/

const NAMES = [...NOTES_BY_NAME.keys()]

/** Names of this length and less are taken for a slip of one letter only: HOME is not HOST. */
const SHORT = 5
const mostSlips = (name: string) => (name.length <= SHORT ? 1 : 2)

/** Environment variables that were probably meant as settings, each with what to do. */
export function misspeltSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter((name) => !NOTES_BY_NAME.has(name) && !OTHERS.test(name))
    .flatMap((name) => {
      const meant = nearestSetting(name)
      if (meant) return [`${name} is no setting, and is ignored. Did you mean ${meant}? Rename or unset it.`]
      const isOwn = OWN_PREFIX.test(name) && !OF_ORCHESTRATOR.test(name)
      return isOwn ? [`${name} is no setting, and is ignored. Look for its name in docs/settings.md, or unset it.`] : []
    })
}

/** The setting whose name differs by the fewest slips; undefined when all differ by more than a slip or two. */
function nearestSetting(name: string): string | undefined {
  const near = NAMES.map((known) => ({ known, slips: slipsBetween(name, known) }))
    .filter(({ known, slips }) => slips <= mostSlips(known))
    .sort((a, b) => a.slips - b.slips)
  return near[0]?.known
}

/** Letters that were left out, added, replaced, or swapped with their neighbour: the optimal string alignment distance. */
function slipsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > mostSlips(b)) return Number.POSITIVE_INFINITY
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let length = 1; length <= a.length; length++) rows.push(nextRow(rows, a.slice(0, length), b))
  return at(rows.at(-1), b.length)
}

/** Slips between `a` and each beginning of `b`; `rows` has those of the beginnings of `a`. */
function nextRow(rows: readonly number[][], a: string, b: string): number[] {
  const row = [a.length]
  for (let length = 1; length <= b.length; length++) {
    const isSame = a.at(-1) === b[length - 1]
    const isSwapped = a.length > 1 && a.at(-1) === b[length - 2] && a.at(-2) === b[length - 1]
    const replaced = at(rows.at(-1), length - 1) + (isSame ? 0 : 1)
    const swapped = isSwapped ? at(rows.at(-2), length - 2) + 1 : replaced
    row.push(Math.min(replaced, swapped, at(rows.at(-1), length) + 1, at(row, length - 1) + 1))
  }
  return row
}

const at = (row: readonly number[] | undefined, index: number) => row?.[index] ?? Number.POSITIVE_INFINITY
