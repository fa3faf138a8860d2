import { describe, expect, it } from 'vitest'
import { readFirstAdminCode } from '../../../../src/areas/accounts/account/firstAdmin.ts'
import { inTransaction } from '../../../../src/kernel/database.ts'
import { anApp } from '../../../support/app.ts'
import { aGraphClient, countStatements } from '../../../support/graphClient.ts'
import { aName } from '../../../support/users.ts'

const CREATE = 'mutation ($input: CreateFirstAdminInput!) { createFirstAdmin(input: $input) { viewer { isAdmin } } }'
const SETUP = '{ setup { needsFirstAdmin steps { kind isDone } } }'

describe('the first admin', async () => {
  const app = await anApp()
  const code = (await readFirstAdminCode(app.scope())) ?? ''
  const anAccount = () => {
    const username = aName()
    return { username, email: `${username}@plaza.test`, password: 'a long password 1' }
  }
  const create = (given: string) => aGraphClient(app).send(CREATE, { input: { code: given, ...anAccount() } })

  it('needs the code of the log, which has three groups of four characters', async () => {
    expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/)
    expect(await aGraphClient(app).send('{ setup { needsFirstAdmin } }')).toEqual({
      data: { setup: { needsFirstAdmin: true } },
    })
    for (const wrong of ['', 'AAAA-AAAA-AAAA', `${code}A`])
      expect(await create(wrong)).toMatchObject({
        errors: [{ extensions: { reason: 'WRONG_CODE', issues: [{ path: ['input', 'code'] }] } }],
      })
  })

  it('is looked for once, under however many aliases', async () => {
    const statementsOf = (aliases: readonly string[]) =>
      countStatements(app, () =>
        aGraphClient(app).send(
          `{ setup { ${aliases.map((name) => `${name}: needsFirstAdmin ${name}s: demoLogins { username }`).join(' ')} } }`,
        ),
      )
    expect(await statementsOf(['a', 'b', 'c'])).toBe(await statementsOf(['a']))
  })

  it('is looked for in an index of admins alone', async () => {
    const plan = await inTransaction(app.scope().begin, async ({ sql }) => {
      // A test has too few people for an index to be worth it.
      await sql.custom`SET LOCAL enable_seqscan = off`
      return sql.custom`EXPLAIN SELECT EXISTS (SELECT FROM "User" WHERE admin AND "erasedAt" IS NULL)`
    })
    expect(JSON.stringify(plan)).toContain('User_admins')
  })

  it('is one person, however many try at once', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(code.toLowerCase().replaceAll('-', ' '))))
    const admins = answers.filter(({ errors }) => !errors)
    expect(admins).toMatchObject([{ data: { createFirstAdmin: { viewer: { isAdmin: true } } } }])
    for (const { errors } of answers.filter((answer) => !admins.includes(answer)))
      expect(errors).toMatchObject([{ extensions: { reason: 'ALREADY_EXISTS' } }])
    expect(await readFirstAdminCode(app.scope())).toBeNull()
  })

  it('sees what is still to set up, which others do not', async () => {
    expect(await aGraphClient(app).send(SETUP)).toMatchObject({
      data: { setup: { needsFirstAdmin: false, steps: null } },
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    })
  })
})
