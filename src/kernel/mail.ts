import type { Tx } from './database.ts'

/** The job that delivers mail, and what its messages are encrypted for in the queue. */
export const MAIL_JOB = 'send-mail'

export interface MailMessage {
  /** Null: the message is queued and discarded, so that the time which that takes does not tell whether there is a receiver. */
  to: string | null
  subject: string
  text: string
}

/** Sends mails. A queued one is delivered in the background, and again after a failure. */
export interface Mailer {
  /** Resolves when the message is queued. */
  send(message: MailMessage): Promise<void>
  /** Queues messages in the transaction of a change, so that they are sent if and only if it commits. */
  stage(tx: Tx, messages: readonly MailMessage[]): Promise<void>
  /** Starts the delivery of staged messages after the commit. */
  release(messages: readonly MailMessage[]): Promise<void>
  /** Deletes the messages to these addresses that wait to be sent, or were kept by the transport. */
  forget(addresses: readonly string[]): Promise<void>
}

/** Delivers one message at once: resolves when it is on disk or accepted by the mail server. */
export interface MailTransport {
  send(message: MailMessage): Promise<void>
  /** Deletes the messages to these addresses that it has kept. Absent for transports that keep none. */
  forget?(addresses: readonly string[]): Promise<void>
}

/** Hands messages over at once, without a queue: staged ones after the commit. */
export function unqueuedMail(transport: MailTransport): Mailer {
  const send = async (message: MailMessage) => {
    if (message.to !== null) await transport.send(message)
  }
  return {
    send,
    stage: async () => undefined,
    async release(messages) {
      for (const message of messages) await send(message)
    },
    forget: async (addresses) => transport.forget?.(addresses),
  }
}
