import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** A password, and whether it was made here: then nobody knows it who is not told. */
export interface Password {
  readonly text: string
  readonly made: boolean
}

/** Asks for a password on a terminal; makes one where there is none, or when the answer is empty. */
export async function askPassword(): Promise<Password> {
  const answer = process.stdin.isTTY ? await askUnseen('Password (leave it empty to have one made): ') : ''
  return answer === '' ? { text: randomBytes(15).toString('base64url'), made: true } : { text: answer, made: false }
}

/** What is typed is not shown. */
async function askUnseen(question: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true })
  process.stderr.write(question)
  const interrupted = new Promise<never>((_, reject) => terminal.once('SIGINT', () => reject(new Error('Given up.'))))
  try {
    return await Promise.race([terminal.question(''), interrupted])
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
