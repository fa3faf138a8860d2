import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from '../kernel/clock.ts'
import type { Mail, Message } from '../kernel/mail.ts'

interface FileMailOptions {
  folder: string
  from: string
  clock: Clock
}

/**
 * Mails as `<time>-<id>.eml` files that any mail program opens. A file appears whole or not at all, and names sort by
 * the time they were sent.
 */
export function openFileMail({ folder, from, clock }: FileMailOptions): Mail {
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(message) {
      const at = clock.now()
      const { message: text } = await composer.sendMail({ ...parts(message), from, date: at })
      const name = join(folder, `${at.toISOString().replaceAll(':', '-')}-${randomUUID()}`)
      await mkdir(folder, { recursive: true })
      await writeFile(`${name}.part`, text)
      await rename(`${name}.part`, `${name}.eml`)
    },
  }
}

export const parts = ({ to, subject, text }: Message) => ({ to, subject, text })
