import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { z } from 'zod'

/** The key of the server, encrypted by AES-256-GCM with a key that scrypt derives from a passphrase. Texts are base64. */
export const SealedKey = z.object({ salt: z.string(), iv: z.string(), tag: z.string(), sealed: z.string() })
export type SealedKey = z.infer<typeof SealedKey>

const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }
const derive = (passphrase: string, salt: Buffer) => scryptSync(passphrase.normalize('NFC'), salt, 32, SCRYPT)

export function sealKey(key: string, passphrase: string): SealedKey {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', derive(passphrase, salt), iv)
  const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
  const text = (bytes: Buffer) => bytes.toString('base64')
  return { salt: text(salt), iv: text(iv), tag: text(cipher.getAuthTag()), sealed: text(sealed) }
}

/** Throws for another passphrase. */
export function openKey({ salt, iv, tag, sealed }: SealedKey, passphrase: string): string {
  const bytes = (text: string) => Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', derive(passphrase, bytes(salt)), bytes(iv))
  decipher.setAuthTag(bytes(tag))
  try {
    return decipher.update(bytes(sealed), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    throw new Error('BACKUP_PASSPHRASE is not the one that the backup was made with.')
  }
}
