import { describe, expect, it } from 'vitest'
import { readFirstAdminCode } from '../../../../src/areas/accounts/account/firstAdmin.ts'
import { inTransaction } from '../../../../src/kernel/database.ts'
import { siblingId } from '../../../../src/kernel/ids.ts'
import { runCli, settingsOf } from '../../../cli/childProcesses.ts'
import { anApp } from '../../../support/app.ts'
import { auditRows } from '../../../support/audit.ts'
import { aGraphClient, countStatements } from '../../../support/graphClient.ts'
import { aName } from '../../../support/users.ts'

const CREATE = `mutation ($input: CreateFirstAdminInput!) {
  createFirstAdmin(input: $input) { session { pendingFactors } viewer { id isAdmin } }
}`
const SETUP = '{ setup { needsFirstAdmin steps { kind isDone } } }'

const PASSWORD = 'a long password 1'
const anAccount = () => {
  const username = aName()
  return { username, email: `${username}@plaza.test`, password: PASSWORD }
}

/** A server without an admin, the code of its log, and how somebody sends a code. */
async function aFreshServer() {
  const app = await anApp()
  const code = (await readFirstAdminCode(app.scope())) ?? ''
  const create = (given: string, account: object = anAccount(), client = aGraphClient(app)) =>
    client.send(CREATE, { input: { code: given, ...account } })
  const operate = (...words: string[]) => runCli(settingsOf(app), ...words)
  return { app, code, create, operate }
}

type FreshServer = Awaited<ReturnType<typeof aFreshServer>>

describe('the first admin', async () => {
  const { app, code, create } = await aFreshServer()

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

  it('is told all faults at once', async () => {
    const { errors } = await create(code, { username: 'x', email: 'nobody', password: 'short' })
    const paths = Object(errors?.[0]?.extensions).issues.map(({ path }: { path: string[] }) => path.join('.'))
    expect(paths).toEqual(['input.username', 'input.email', 'input.password'])
  })

  it('is one person, however many try at once', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(code.toLowerCase().replaceAll('-', ' '))))
    const admins = answers.filter(({ errors }) => !errors)
    const made = { session: { pendingFactors: [] }, viewer: { isAdmin: true } }
    expect(admins).toMatchObject([{ data: { createFirstAdmin: made } }])
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

describe('an admin who is made by the code', () => {
  it('is logged in by the same act, whatever the limits of logins, and is its actor in the audit log', async () => {
    const { app, code, create } = await aFreshServer()
    const client = aGraphClient(app)
    const fail = () =>
      client.send('mutation ($input: SignInInput!) { signIn(input: $input) { viewer { id } } }', {
        input: { username: aName(), password: PASSWORD },
      })
    await expect.poll(async () => (await fail()).errors?.[0]?.extensions.code).toBe('RATE_LIMITED')
    const { viewer } = Object((await create(code, anAccount(), client)).data).createFirstAdmin
    expect(viewer).toMatchObject({ isAdmin: true })
    const id = siblingId('user', viewer.id)
    expect(await auditRows(app)).toMatchObject([{ act: 'createFirstAdmin', actorId: id, subjectId: id }])
  })
})

/** How somebody became an admin, and is none any more. */
const FORMER_ADMINS: Readonly<Record<string, (server: FreshServer) => Promise<unknown>>> = {
  async 'was made by the code and demoted'({ code, create, operate }) {
    const account = anAccount()
    await create(code, account)
    return operate('user', 'promote', account.username, '--demote')
  },
  async 'was made by the command line and erased'({ operate }) {
    const { username, email, password } = anAccount()
    await operate('user', 'create', username, '--email', email, '--password', password, '--admin')
    return operate('user', 'erase', username, '--yes')
  },
  async 'was promoted and demoted'({ operate }) {
    const { username, email, password } = anAccount()
    await operate('user', 'create', username, '--email', email, '--password', password)
    await operate('user', 'promote', username)
    return operate('user', 'promote', username, '--demote')
  },
}

describe('the code', () => {
  it.each(Object.entries(FORMER_ADMINS))('makes no admin any more when the last one %s', async (_how, loseAdmin) => {
    const server = await aFreshServer()
    const { app, code, create } = server
    expect(await loseAdmin(server)).toMatchObject({ code: 0 })
    expect(await app.scope().db.user.count({ where: { admin: true } })).toBe(0)
    expect(await create(code)).toMatchObject({ errors: [{ extensions: { reason: 'ALREADY_EXISTS' } }] })
    expect(await aGraphClient(app).send('{ setup { needsFirstAdmin } }')).toEqual({
      data: { setup: { needsFirstAdmin: false } },
    })
    expect(await readFirstAdminCode(app.scope())).toBeNull()
  })

  it('still makes one when accounts without rights were created, and logs in', async () => {
    const { code, create, operate } = await aFreshServer()
    const { username, email, password } = anAccount()
    await operate('user', 'create', username, '--email', email, '--password', password)
    expect(await create(code)).toMatchObject({ data: { createFirstAdmin: { viewer: { isAdmin: true } } } })
  })
})
