import type { FieldPolicy, InMemoryCacheConfig, TypePolicy } from '@apollo/client'
import policies from '../generated/cachePolicies.json'
import { connectionKey, joinPages, type StoredConnection } from './connectionPages.ts'

const CONNECTION: FieldPolicy<StoredConnection | null> = { keyArgs: (args) => connectionKey(args), merge: joinPages }

const { possibleTypes, embedded, connections } = policies

/** Parts of an object that were read apart belong together. */
const EMBEDDED: TypePolicy = { keyFields: false, merge: true }

const fieldsOf = (lists: readonly string[]): TypePolicy => ({
  fields: Object.fromEntries(lists.map((field) => [field, CONNECTION])),
})

const generated: Record<string, TypePolicy> = Object.fromEntries(embedded.map((name) => [name, EMBEDDED]))
for (const [name, lists] of Object.entries(connections)) generated[name] = { ...generated[name], ...fieldsOf(lists) }

/** Lists of what has no id: the new one stands in place of the old one. */
const REPLACED: Readonly<Record<string, Readonly<Record<string, FieldPolicy>>>> = {
  Notification: { responses: { merge: false } },
}

const replaced = Object.fromEntries(
  Object.entries(REPLACED).map(([name, fields]) => [
    name,
    { ...generated[name], fields: { ...generated[name]?.fields, ...fields } },
  ]),
)

/** How the cache stores objects and lists; the generated part is what the documents of the UI need of /apollo-policies.json. */
export const cachePolicies: InMemoryCacheConfig = {
  possibleTypes,
  typePolicies: { ...generated, ...replaced },
}
