import { randomUUID } from 'node:crypto'
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Clock, SECOND } from '../kernel/clock.ts'
import type { Sql } from '../kernel/database.ts'
import { MAIL_JOB, type Mailer, type MailMessage, type MailTransport } from '../kernel/mail.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { deleteMailFiles } from './mailFiles.ts'
import type { Closable, Job, Jobs } from './platform.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './privateFiles.ts'
import { deleteMailsTo } from './queuedMails.ts'

/** The mail library, which is loaded with the first mail, as it would slow the start of the server. */
const nodemailer = () => import('nodemailer')

/** Identity of a queued mail: equal for each attempt to deliver it, so that receivers recognise a second copy. */
interface MailStamp {
  readonly id: string
  readonly at: Date
}

/** Delivers one message at once. */
interface StampedTransport extends MailTransport {
  send(message: MailMessage, stamp?: MailStamp): Promise<void>
}

interface FileMailOptions {
  folder: string
  from: string
  clock: Clock
}

/**
 * Writes mails as `<time>-<id>.eml` files, readable by the server's user alone. Files appear atomically, their names sort
 * by time, and a second delivery of a mail overwrites the first.
 */
export function openFileMail({ folder, from, clock }: FileMailOptions): StampedTransport {
  return {
    async send(message, { id, at } = newStamp(clock)) {
      const fields = { ...mailFields(message), from, date: at, messageId: messageIdOf(id) }
      const composer = (await nodemailer()).createTransport({ streamTransport: true, buffer: true })
      const { message: text } = await composer.sendMail(fields)
      const name = join(folder, `${at.toISOString().replaceAll(':', '-')}-${id}`)
      await mkdir(folder, { recursive: true })
      // Also a folder of earlier versions, which others could enter.
      await chmod(folder, PRIVATE_FOLDER)
      await writeFile(`${name}.part`, text, { mode: PRIVATE_FILE })
      await rename(`${name}.part`, `${name}.eml`)
    },
    forget: (addresses) => deleteMailFiles(folder, addresses),
  }
}

const newStamp = (clock: Clock): MailStamp => ({ id: randomUUID(), at: clock.now() })
const messageIdOf = (id: string) => `<${id}@plaza>`

const mailFields = ({ to, subject, text }: MailMessage) => ({ to: to ?? [], subject, text })

interface SmtpOptions {
  url: string
  from: string
}

const SMTP_TIMEOUT = 20 * SECOND

/** Delivers by SMTP; `send` resolves when the server has accepted the message. */
export function openSmtpMail({ url, from }: SmtpOptions): StampedTransport & Closable {
  let opened: ReturnType<typeof openSmtpTransport> | undefined
  const transport = () => (opened ??= openSmtpTransport(url))
  return {
    async send(message, stamp) {
      const identity = stamp && { date: stamp.at, messageId: messageIdOf(stamp.id) }
      await (await transport()).sendMail({ ...mailFields(message), from, ...identity })
    },
    close: async () => (await opened)?.close(),
  }
}

const openSmtpTransport = async (url: string) =>
  (await nodemailer()).createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: SMTP_TIMEOUT,
    greetingTimeout: SMTP_TIMEOUT,
    socketTimeout: SMTP_TIMEOUT,
  })

const SealedMail = z.object({ sealed: z.string() })
const QueuedMail = z.object({
  id: z.string(),
  at: z.coerce.date(),
  to: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
})

interface MailQueue {
  readonly sql: Sql
  readonly transport: StampedTransport
  readonly jobs: Pick<Jobs, 'send' | 'stage' | 'wake'>
  readonly secrets: Secrets
  readonly clock: Clock
}

/**
 * Sends mail through the job queue, so that no request waits for the mail server and no mail is lost while it is down.
 * Messages contain codes and links, so they are encrypted in the queue.
 */
export function makeQueuedMail({ sql, transport, jobs, secrets, clock }: MailQueue): { mail: Mailer; job: Job } {
  const sealed = (message: MailMessage) => ({
    sealed: secrets.seal(MAIL_JOB, JSON.stringify({ ...message, ...newStamp(clock) })),
  })
  return {
    mail: {
      send: (message) => jobs.send(MAIL_JOB, sealed(message)),
      async stage(tx, messages) {
        for (const message of messages) await jobs.stage(tx, MAIL_JOB, sealed(message))
      },
      release: async () => jobs.wake(MAIL_JOB),
      async forget(addresses) {
        await deleteMailsTo(sql, secrets, addresses)
        await transport.forget?.(addresses)
      },
    },
    job: {
      name: MAIL_JOB,
      async run(data) {
        const text = secrets.open(MAIL_JOB, SealedMail.parse(data).sealed)
        const { id, at, ...message } = QueuedMail.parse(JSON.parse(text))
        if (message.to !== null) await transport.send(message, { id, at })
      },
    },
  }
}
