import { join } from 'node:path'
import { SECOND } from '../../kernel/clock.ts'
import type { Settings } from '../../settings.ts'
import { type Check, errorMessage, type Finding, fail, ok, warn } from './check.ts'
import { assertWritable } from './disk.ts'

export const mailCheck: Check = {
  name: 'mail',
  needs: ['SMTP_URL', 'DATA_DIR', 'MAIL_FROM'],
  look: ({ settings }) =>
    settings.SMTP_URL ? checkSmtpServer(settings, settings.SMTP_URL) : checkMailFolder(settings),
}

const SMTP_TIMEOUT = 5 * SECOND

async function checkSmtpServer({ MAIL_FROM }: Settings, url: string): Promise<Finding[]> {
  const { host } = new URL(url)
  const patience = { connectionTimeout: SMTP_TIMEOUT, greetingTimeout: SMTP_TIMEOUT, socketTimeout: SMTP_TIMEOUT }
  const transport = (await import('nodemailer')).createTransport({ url, ...patience })
  try {
    await transport.verify()
  } catch (error) {
    return [
      fail(`${host} does not take mail: ${errorMessage(error)}. Check SMTP_URL, and that a mail server runs there.`),
    ]
  } finally {
    transport.close()
  }
  if (/@localhost>?$/.test(MAIL_FROM))
    return [warn(`${host} takes mail, but few will accept it from ${MAIL_FROM}. Set MAIL_FROM.`)]
  return [ok(`${host} takes mail.`)]
}

async function checkMailFolder({ DATA_DIR }: Settings): Promise<Finding[]> {
  const folder = join(DATA_DIR, 'mail')
  try {
    await assertWritable(folder)
  } catch (error) {
    return [fail(`${folder} can't be written: ${errorMessage(error)}. Give it to the server's user, or set SMTP_URL.`)]
  }
  return [ok(`Mails are files in ${folder}.`)]
}
