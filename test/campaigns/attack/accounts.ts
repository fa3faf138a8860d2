import { mkdtempSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../src/kernel/clock.ts'
import { openFileMail } from '../../../src/platform/mail.ts'
import { eventually } from '../../support/eventually.ts'
import { aLogRecorder, LOG_ERROR } from '../../support/logRecorder.ts'
import { aRestClient } from '../../support/restClient.ts'
import {
  aConfirmedUser,
  ageSessions,
  anAdmin,
  basicAuthHeader,
  enableTotp,
  logIn,
  PASSWORD,
} from '../../support/users.ts'
import type { Attack, AttackOutcome } from './attack.ts'

const outcome = (harmless: boolean, figures: string): AttackOutcome => ({ harmless, figures })

const othersReadMails: Attack = {
  name: 'mails-of-others',
  what: 'another user of the machine reads mails in DATA_DIR',
  async run() {
    const folder = join(mkdtempSync(join(tmpdir(), 'plaza-attack-mail-')), 'mail')
    const message = { to: 'ada@plaza.test', subject: 'Your login code', text: '123456' }
    await openFileMail({ folder, from: 'plaza@localhost', clock: systemClock }).send(message)
    const mode = statSync(folder).mode & 0o777
    return outcome((mode & 0o077) === 0, `the folder has mode 0${mode.toString(8)}`)
  },
}

const stolenAdminSession: Attack = {
  name: 'stolen-admin-session',
  what: "a stolen session of an admin sets somebody's password and disables the second factor",
  async run({ startApp }) {
    const app = await startApp()
    const [admin, person] = [await anAdmin(app), await aConfirmedUser(app)]
    await enableTotp(app, admin)
    await ageSessions(app, admin)
    const body = { password: 'taken by somebody else' }
    const answers = [
      await admin.api.try('updateUser', { userId: person.id, body }),
      await admin.api.try('disable2FA'),
      await admin.api.try('deleteUser', { userId: person.id }),
    ]
    const statuses = answers.map(({ status }) => status)
    return outcome(
      statuses.every((status) => status === 403),
      `answered ${statuses.join(', ')}`,
    )
  },
}

const unheardOwner: Attack = {
  name: 'unheard-owner',
  what: 'an intruder changes password and second factor without a mail, and stays in after the second factor',
  async run({ startApp }) {
    const app = await startApp()
    const person = await aConfirmedUser(app)
    const intruder = aRestClient(app, { address: person.api.address })
    await logIn(intruder, person)
    const before = app.mails.length
    await enableTotp(app, person)
    const { status } = await intruder.try('getCurrentUser')
    const change = { password: 'taken by somebody else', currentPassword: PASSWORD }
    await person.api.call('updateUser', { userId: person.id, body: change })
    const mails = app.mails.length - before
    return outcome(status === 401 && mails === 2, `${mails} mails, the other session is answered ${status}`)
  },
}

const silentGuessing: Attack = {
  name: 'silent-guessing',
  what: 'failed logins and lockouts leave no account and address in the log',
  async run({ startApp }) {
    const { log, lines } = aLogRecorder()
    const app = await startApp({}, { log })
    const [person, api] = [await aConfirmedUser(app), aRestClient(app)]
    for (let at = 0; at < 6; at++)
      await api.try('getCurrentUser', { headers: basicAuthHeader(person.username, 'not the password') })
    const told = lines.filter(({ accountId, address }) => accountId === person.id && address === api.address)
    return outcome(told.length === 6, `${told.length} of 6 are in the security log`)
  },
}

const halfRequest: Attack = {
  name: 'half-request',
  what: 'half a request and FIN writes errors with stacks into the log',
  async run({ startApp }) {
    const { log, lines } = aLogRecorder()
    const { origin } = await startApp({}, { log })
    const { hostname, port } = new URL(origin)
    for (const path of ['/api/1/auth/register', '/graphql']) {
      const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', 'Content-Length: 1000']
      connect(Number(port), hostname)
        .on('error', () => {})
        .end(`${head.join('\r\n')}\r\n\r\n{"half`)
    }
    await eventually(() => lines.filter(({ msg }) => msg === 'request').length === 2)
    const errors = lines.filter(({ level }) => level >= LOG_ERROR).length
    return outcome(errors === 0, `${errors} errors in the log`)
  },
}

/** Attacks on accounts, their owners and what operators see of them. */
export const accountAttacks: readonly Attack[] = [
  othersReadMails,
  stolenAdminSession,
  unheardOwner,
  silentGuessing,
  halfRequest,
]
