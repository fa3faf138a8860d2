import type { Prisma } from '../../generated/prisma/client.ts'
import { lookUp } from '../../kernel/maps.ts'
import type { Scope } from '../../kernel/scope.ts'
import { readClientConfig } from '../system/clientConfig.ts'

type Json = Prisma.JsonValue | undefined

const isJsonObject = (value: Json): value is Prisma.JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const membersOf = (value: Json): readonly (readonly [string, Json])[] =>
  isJsonObject(value) ? Object.entries(value) : []

const textOf = (value: Json, key: string): string | null => {
  const text = isJsonObject(value) ? lookUp(value, key) : null
  return typeof text === 'string' && text !== '' ? text : null
}

/** A choice of the report form with its texts. */
export interface ReportChoice {
  readonly name: string
  readonly label: string
  /** Null for none. */
  readonly description: string | null
}

interface ReportCategory extends ReportChoice {
  readonly reasons: readonly ReportChoice[]
}

/** A type of subject with the categories and reasons for which it can be reported. */
export interface ReportOption extends ReportChoice {
  readonly categories: readonly ReportCategory[]
}

const choiceIn = (labels: Json, name: string): ReportChoice => {
  const label = isJsonObject(labels) ? lookUp(labels, name) : undefined
  return { name, label: textOf(label, 'text') ?? name, description: textOf(label, 'tooltip') }
}

/** What can be reported, and why, as the client configuration says it. */
export async function readReportOptions(scope: Scope): Promise<ReportOption[]> {
  const { reportOptions, reportCategories, reportReasons } = await readClientConfig(scope)
  const reasonsIn = (value: Json) =>
    (Array.isArray(value) ? value : []).flatMap((name) =>
      typeof name === 'string' ? [choiceIn(reportReasons, name)] : [],
    )
  return membersOf(reportOptions).map(([type, categories]) => ({
    ...choiceIn(reportCategories, type),
    categories: membersOf(categories).map(([category, reasons]) => ({
      ...choiceIn(reportCategories, category),
      reasons: reasonsIn(reasons),
    })),
  }))
}
