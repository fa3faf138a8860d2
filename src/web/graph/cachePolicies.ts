import type { FieldPolicy, InMemoryCacheConfig, TypePolicy } from '@apollo/client'
import policies from '../generated/cachePolicies.json'
import { connectionKey, joinPages, type StoredConnection } from './connectionPages.ts'

const CONNECTION: FieldPolicy<StoredConnection | null> = { keyArgs: (args) => connectionKey(args), merge: joinPages }

interface GeneratedPolicy {
  readonly keyFields?: boolean
  readonly merge?: boolean
  /** Connections. */
  readonly fields?: Readonly<Record<string, unknown>>
}

const policyOf = ({ merge, keyFields, fields = {} }: GeneratedPolicy): TypePolicy => ({
  ...(merge && { merge }),
  ...(keyFields === false && { keyFields }),
  fields: Object.fromEntries(Object.keys(fields).map((field) => [field, CONNECTION])),
})

const typePolicies: Readonly<Record<string, GeneratedPolicy>> = policies.typePolicies

const generated = Object.fromEntries(Object.entries(typePolicies).map(([name, policy]) => [name, policyOf(policy)]))

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
  possibleTypes: Object.fromEntries(Object.entries(policies.possibleTypes).map(([name, types]) => [name, [...types]])),
  typePolicies: { ...generated, ...replaced },
}
