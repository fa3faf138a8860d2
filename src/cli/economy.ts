import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { cliAct } from '../areas/audit/staffAct.ts'
import { assertTokens, postAdminTransfer } from '../areas/economy/ledger/adminTransfers.ts'
import { checkLedger, type LedgerDifference } from '../areas/economy/ledger/check.ts'
import { lockUser } from '../areas/users/locks.ts'
import type { Settings } from '../settings.ts'
import { assertNoArguments, type Command, EXIT_CODE, withSettings } from './command.ts'
import { withServerScope } from './serverDatabase.ts'
import { findUserByNameOrId } from './users.ts'

const describeDifference = ({ check, subject, expected, found }: LedgerDifference) =>
  `${check}: ${subject} should have ${expected}, but has ${found}`

export const checkEconomyCommand: Command = {
  name: 'economy check',
  takes: '',
  help: [
    'Checks the ledger of tokens, and lists what differs. Tokens cannot be spent until a check finds no difference.',
    'Exit code 1 if there is one.',
  ],
  read(args) {
    assertNoArguments(parseArgs({ args, allowPositionals: true, options: {} }).positionals)
    return withSettings(async (settings, print) => {
      const differences = await withServerScope(settings, 'found', (scope) => checkLedger(scope))
      if (differences.length === 0) {
        print('The ledger balances.')
        return EXIT_CODE.done
      }
      for (const difference of differences) print(describeDifference(difference))
      return EXIT_CODE.refused
    })
  },
}

export const grantTokensCommand: Command = {
  name: 'economy grant',
  takes: '<username or id> <tokens>',
  help: ['Gives a person tokens. Whoever gives the command twice gives twice.'],
  read(args) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
    const [user, amount, ...rest] = positionals
    if (!user) throw new Error('The username is missing.')
    if (!amount || !/^[1-9][0-9]{0,7}$/.test(amount)) throw new Error('The tokens are a whole number from 1.')
    assertNoArguments(rest)
    return withSettings(async (settings, print) => {
      print(await runGrant(settings, user, Number(amount)))
      return EXIT_CODE.done
    })
  },
}

const runGrant = (settings: Settings, user: string, tokens: number) =>
  withServerScope(settings, 'found', (scope) =>
    cliAct(scope, 'economy grant', async (tx) => {
      assertTokens(tokens)
      const { id, username } = await findUserByNameOrId(tx, user)
      await lockUser(tx, id)
      const given = { userId: id, tokens, idempotencyKey: `cli:${randomUUID()}`, reason: 'Given by the command line.' }
      const transferId = await postAdminTransfer(tx, 'grantTokens', given)
      const result = `${username} (${id}) has got ${tokens} tokens.`
      return { subjectId: id, details: { tokens, transferId }, result }
    }),
  )
