import { expect } from 'vitest'
import { z } from 'zod'
import type { GraphClient } from './graphClient.ts'

const Issues = z.array(
  z.object({
    path: z.array(z.union([z.string(), z.int()])),
    reason: z.string(),
    message: z.string(),
    min: z.number().optional(),
    max: z.number().optional(),
    values: z.array(z.string()).optional(),
  }),
)

/** Sends a mutation that must be refused once; returns code, reason and issues as `path reason`, and all extensions. */
export async function refusedInput(graph: GraphClient, mutation: string, input: object) {
  const name = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`
  const document = `mutation ($input: ${name}!) { ${mutation}(input: $input) { clientMutationId } }`
  const { errors = [] } = await graph.send(document, { input })
  expect(errors).toHaveLength(1)
  const extensions = errors[0]?.extensions ?? {}
  const issues = Issues.parse(extensions.issues ?? [])
  return { ...extensions, issues, faults: issues.map(({ path, reason }) => `${path.join('.')} ${reason}`) }
}
