import type { Prisma } from '../../generated/prisma/client.ts'
import { invalid } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { readClientConfig } from '../system/clientConfig.ts'

type Json = Prisma.JsonValue | undefined

const isRecord = (value: Json): value is Prisma.JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const memberOf = (value: Json, key: string): Json =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined

export interface Choice {
  readonly type: string
  readonly category: string
  readonly reason: string
}

/**
 * Throws `invalid` for what can't be chosen: clients are told of it by `reportOptions` of the client configuration, the
 * reasons by category by type. An admin may have changed it since.
 */
export async function mustBeOffered(scope: Scope, { type, category, reason }: Choice): Promise<void> {
  const { reportOptions } = await readClientConfig(scope)
  const categories = memberOf(reportOptions, type)
  if (categories === undefined) throw invalid('type', `type: nothing can be reported as '${type}'`)
  const reasons = memberOf(categories, category)
  if (!Array.isArray(reasons)) throw invalid('category', `category: '${category}' is none of the type '${type}'`)
  if (!reasons.includes(reason)) throw invalid('reason', `reason: '${reason}' is none of the category '${category}'`)
}
