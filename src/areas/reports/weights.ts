import type { UserId } from '../../kernel/ids.ts'
import { lookUp } from '../../kernel/maps.ts'
import type { Scope } from '../../kernel/scope.ts'
import { readClientConfig } from '../system/clientConfig.ts'

/** How bad what is reported is, by the reason; the entry `reportWeights` of the client configuration replaces single values. */
const DEFAULT_WEIGHTS: Readonly<Record<string, number>> = {
  copyright: 8,
  hacking: 15,
  harassment: 20,
  hate: 20,
  impersonation: 8,
  malicious: 20,
  sexual: 25,
  spam: 5,
  violence: 20,
}
const WEIGHT_OF_OTHERS = 10

interface Reported {
  readonly category: string
  readonly reason: string
}

/**
 * The weight of a report of a person: how bad the reason is, up to twice that for people whose closed reports have all led to
 * acts, down to nothing for people of whose reports none has. It stays with the report.
 */
export async function weightOf(scope: Scope, reporterId: UserId, reported: Reported): Promise<number> {
  const [severity, accuracy] = await Promise.all([severityOf(scope, reported), accuracyOf(scope, reporterId)])
  return Math.max(1, Math.round(severity * 2 * accuracy))
}

async function severityOf(scope: Scope, { category, reason }: Reported): Promise<number> {
  const { reportWeights } = await readClientConfig(scope)
  const weights: Readonly<Record<string, unknown>> = { ...Object(reportWeights) }
  const configured = [`${category}.${reason}`, reason].map((name) => lookUp(weights, name))
  const found = configured.find((value) => typeof value === 'number')
  return typeof found === 'number' ? found : (lookUp(DEFAULT_WEIGHTS, reason) ?? WEIGHT_OF_OTHERS)
}

/** The share of the person's closed reports that led to an act: a half for who has none, from which few reports differ little. */
async function accuracyOf({ db }: Scope, userId: UserId): Promise<number> {
  const record = await db.reporterRecord.findUnique({ where: { userId } })
  const { closedCount, actedCount } = record ?? { closedCount: 0, actedCount: 0 }
  return (actedCount + 1) / (closedCount + 2)
}
