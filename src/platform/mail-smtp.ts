import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { SECOND } from '../kernel/clock.ts'
import type { Mail } from '../kernel/mail.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { parts } from './mail.ts'
import type { Closing, Job, Jobs } from './platform.ts'

interface SmtpOptions {
  url: string
  from: string
}

const TIMEOUT = 20 * SECOND

/** Delivers by a mail server; `send` resolves when the server has accepted the message. */
export function openSmtp({ url, from }: SmtpOptions): Mail & Closing {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  })
  return {
    async send(message) {
      await transport.sendMail({ ...parts(message), from })
    },
    close: async () => transport.close(),
  }
}

const NAME = 'send-mail'
const Sealed = z.object({ sealed: z.string() })
const Text = z.object({ to: z.string(), subject: z.string(), text: z.string() })

/**
 * Mail by way of the job queue, so that no request waits for a mail server and none of its mail is lost while the
 * server is down. Messages carry codes and links, so they are encrypted while they are queued.
 */
export function queueMail(smtp: Mail, jobs: Pick<Jobs, 'send'>, secrets: Secrets): { mail: Mail; job: Job } {
  return {
    mail: { send: (message) => jobs.send(NAME, { sealed: secrets.seal(NAME, JSON.stringify(parts(message))) }) },
    job: {
      name: NAME,
      run: (data) => smtp.send(Text.parse(JSON.parse(secrets.open(NAME, Sealed.parse(data).sealed)))),
    },
  }
}
