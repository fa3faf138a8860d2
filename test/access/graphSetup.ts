import { operationMutations, operationQueries } from './graphOperations.ts'
import { ANYBODY, type GraphAccessTable, WRONG_LINK } from './graphOutcomes.ts'

export const setupQueries: GraphAccessTable = {
  ...operationQueries,
  setup: [() => 'setup { needsFirstAdmin demoLogins { username } }', ANYBODY],
}

const ACCOUNT = 'username: "first", email: "first@plaza.test", password: "a long password 1"'

export const setupMutations: GraphAccessTable = {
  ...operationMutations,
  createFirstAdmin: [() => `createFirstAdmin(input: { code: "none", ${ACCOUNT} }) { session { id } }`, WRONG_LINK],
}
