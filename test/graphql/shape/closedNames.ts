import { z } from 'zod'
import { contract } from '../../../src/areas/index.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { type FieldRule, unwrap } from '../../../src/contract/shapes/requestFields.ts'

/** Names that say that a field has one of a few values. */
const CLOSED_ENDING =
  /(category|categories|kind|level|method|mode|order|ownership|platform|purpose|rank|region|role|sort|state|status|style|type|variant|visibility)(s|es)?$/i

/** Whether a field of this name can be expected to have a closed set of values: by its name, or as the contract has it. */
export function hasClosedName(name: string): boolean {
  names ??= contractNames()
  return CLOSED_ENDING.test(name) || names.has(name)
}

let names: ReadonlySet<string> | undefined

/** The names of all fields of requests and responses whose values are an enum or a union of literals. */
function contractNames(): ReadonlySet<string> {
  const found = new Set<string>()
  const seen = new Set<FieldRule>()
  const collect = (name: string, rule: FieldRule) => {
    const inner = unwrap(rule)
    if (isClosed(inner)) found.add(name)
    if (seen.has(inner)) return
    seen.add(inner)
    for (const [memberName, member] of membersOf(name, inner)) collect(memberName, member)
  }
  const parts = Object.values<Operation>(contract).flatMap(({ query, body, form, result }) => [
    query,
    body,
    form,
    result,
  ])
  for (const part of parts) if (part instanceof z.ZodType) collect('', part)
  found.delete('')
  return found
}

/** Texts `true` and `false` stand for booleans. */
const isClosed = (rule: FieldRule): boolean =>
  rule instanceof z.ZodLiteral || (rule instanceof z.ZodEnum && !rule.options.includes('true'))

/** The schemas within a schema, with the names of the fields that have them. */
function membersOf(name: string, rule: FieldRule): readonly (readonly [name: string, rule: FieldRule])[] {
  if (rule instanceof z.ZodObject) return Object.entries<FieldRule>(rule.shape)
  if (rule instanceof z.ZodArray) return [[name, rule.element]]
  if (rule instanceof z.ZodRecord) return [[name, rule.valueType]]
  return rule instanceof z.ZodUnion ? rule.options.map((option) => [name, option] as const) : []
}
