import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { type Clock, SECOND } from '../kernel/clock.ts'
import type { Mailer, MailMessage } from '../kernel/mail.ts'
import type { Secrets } from '../kernel/secrets.ts'
import type { Closable, Job, Jobs } from './platform.ts'

interface FileMailOptions {
  folder: string
  from: string
  clock: Clock
}

/**
 * Writes mails as `<time>-<id>.eml` files. Files appear atomically, and their names sort by time.
 */
export function openFileMail({ folder, from, clock }: FileMailOptions): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(message) {
      const at = clock.now()
      const { message: text } = await composer.sendMail({ ...mailFields(message), from, date: at })
      const name = join(folder, `${at.toISOString().replaceAll(':', '-')}-${randomUUID()}`)
      await mkdir(folder, { recursive: true })
      await writeFile(`${name}.part`, text)
      await rename(`${name}.part`, `${name}.eml`)
    },
  }
}

export const mailFields = ({ to, subject, text }: MailMessage) => ({ to, subject, text })

interface SmtpOptions {
  url: string
  from: string
}

const SMTP_TIMEOUT = 20 * SECOND

/** Delivers by SMTP; `send` resolves when the server has accepted the message. */
export function openSmtpMail({ url, from }: SmtpOptions): Mailer & Closable {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: SMTP_TIMEOUT,
    greetingTimeout: SMTP_TIMEOUT,
    socketTimeout: SMTP_TIMEOUT,
  })
  return {
    async send(message) {
      await transport.sendMail({ ...mailFields(message), from })
    },
    close: async () => transport.close(),
  }
}

const MAIL_JOB_NAME = 'send-mail'
const SealedMail = z.object({ sealed: z.string() })
const MailText = z.object({ to: z.string(), subject: z.string(), text: z.string() })

/**
 * Sends mail through the job queue, so that no request waits for the mail server and no mail is lost while it is down.
 * Messages contain codes and links, so they are encrypted in the queue.
 */
export function makeQueuedMail(smtp: Mailer, jobs: Pick<Jobs, 'send'>, secrets: Secrets): { mail: Mailer; job: Job } {
  return {
    mail: {
      send: (message) =>
        jobs.send(MAIL_JOB_NAME, { sealed: secrets.seal(MAIL_JOB_NAME, JSON.stringify(mailFields(message))) }),
    },
    job: {
      name: MAIL_JOB_NAME,
      run: (data) => smtp.send(MailText.parse(JSON.parse(secrets.open(MAIL_JOB_NAME, SealedMail.parse(data).sealed)))),
    },
  }
}
