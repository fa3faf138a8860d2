import { parseArgs } from 'node:util'
import { removeAllSecondFactors, rotateSecondFactors } from '../areas/accounts/login/keyRotation.ts'
import { inTransaction } from '../kernel/database.ts'
import { createSecrets, keyWeakness } from '../kernel/secrets.ts'
import type { DatabaseAccess } from '../platform/platform.ts'
import { deleteQueuedMails, rotateQueuedMails } from '../platform/queuedMails.ts'
import { findSecretKey, keyFileOf, newSecretKey, useNextKey, writeNextKey } from '../platform/secretKey.ts'
import {
  findInterruptedKey,
  keyFingerprint,
  lockServerKey,
  recordNewKey,
  storedFingerprint,
  wrongKey,
} from '../platform/serverKey.ts'
import type { Settings } from '../settings.ts'
import {
  assertNoArguments,
  type Command,
  type CommandContext,
  EXIT_CODE,
  type ExitCode,
  type Print,
  withSettings,
} from './command.ts'
import { assertNoNodeRuns, openServerDatabase } from './serverDatabase.ts'

export const rotateKeyCommand: Command = {
  name: 'rotate-key',
  takes: '[--lost]',
  help: [
    'Encrypts what the database keeps encrypted by a new key, while no node runs. The new key is NEW_SECRET_KEY, or is made;',
    'it replaces DATA_DIR/secret.key, or is printed to be set as SECRET_KEY. Links that were mailed, known devices and',
    'links to calendar files end; sessions, second factors and codes of rewards stay.',
    '--lost: the old key is lost. Every second factor is removed, and no code of a reward is known any more.',
  ],
  read(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { lost: { type: 'boolean', default: false } },
    })
    assertNoArguments(positionals)
    return (context: CommandContext) =>
      withSettings((settings, print) =>
        rotateKey(settings, { given: context.env.NEW_SECRET_KEY, isLost: values.lost, print }),
      )(context)
  },
}

interface Rotation {
  /** The new key; one is made if undefined. */
  readonly given: string | undefined
  /** Whether the old key is lost. */
  readonly isLost: boolean
  readonly print: Print
}

async function rotateKey(settings: Settings, rotation: Rotation): Promise<ExitCode> {
  const database = await openServerDatabase(settings, 'found', 'current')
  try {
    await assertNoNodeRuns(database)
    const access = database.background()
    if (await finishRotation(access, settings, rotation.print)) return EXIT_CODE.done
    const replaced = rotation.isLost ? null : await presentKey(access, settings)
    await replaceKey(access, settings, { ...rotation, replaced })
    return EXIT_CODE.done
  } finally {
    await database.close()
  }
}

/** Puts the key of a rotation into place that was cut short after the database had changed. Returns whether there was one. */
async function finishRotation({ sql }: DatabaseAccess, settings: Settings, print: Print): Promise<boolean> {
  if ((await findInterruptedKey(settings, await storedFingerprint(sql))) === null) return false
  await useNextKey(settings)
  print(
    `An earlier key rotation is finished: its key is in ${keyFileOf(settings)}. Run the command again to replace it.`,
  )
  return true
}

/** The key that the database belongs to. Throws for another one. */
async function presentKey({ sql }: DatabaseAccess, settings: Settings): Promise<string> {
  const [key, fingerprint] = [await findSecretKey(settings), await storedFingerprint(sql)]
  if (key === undefined) throw new Error('There is no key to replace. If it is lost, use --lost.')
  if (fingerprint !== null && fingerprint !== keyFingerprint(key)) throw await wrongKey(settings, fingerprint)
  return key
}

async function replaceKey(
  access: DatabaseAccess,
  settings: Settings,
  { given, print, replaced }: Rotation & { readonly replaced: string | null },
): Promise<void> {
  const weakness = keyWeakness(given)
  if (weakness) throw new Error(`NEW_SECRET_KEY is ${weakness}.`)
  const key = given ?? newSecretKey()
  if (key === replaced) throw new Error('NEW_SECRET_KEY is the present key.')
  const prepare = () => prepareKey(settings, key, given === undefined, print)
  const { keep, ...counts } = await encryptAnew(access, { key, replaced, prepare })
  await keep()
  print(
    replaced === null
      ? `Removed the second factors of ${counts.accounts} accounts and ${counts.mails} queued mails.`
      : `Encrypted the second factors of ${counts.accounts} accounts and ${counts.mails} queued mails anew.`,
  )
}

interface Replacement {
  readonly key: string
  readonly replaced: string | null
  /** Keeps the new key safe before the database changes; answers what puts it into its place afterwards. */
  readonly prepare: () => Promise<() => Promise<void>>
}

const encryptAnew = ({ begin }: DatabaseAccess, { key, replaced, prepare }: Replacement) =>
  inTransaction(begin, async ({ db, sql }) => {
    await lockServerKey(sql, replaced)
    // One may have started before the lock; until the end of the transaction, none does.
    await assertNoNodeRuns({ sql })
    const keep = await prepare()
    const rotation = replaced === null ? null : { from: createSecrets(replaced), to: createSecrets(key) }
    const accounts = rotation ? await rotateSecondFactors({ db, sql }, rotation) : await removeAllSecondFactors(db)
    const mails = rotation ? await rotateQueuedMails(sql, rotation) : await deleteQueuedMails(sql)
    await recordNewKey(sql, key, replaced)
    return { keep, accounts, mails }
  })

/**
 * Writes the new key beside the old one, or prints it, before the database changes: a rotation that is cut short loses no
 * key. Returns a function that puts it into place.
 */
async function prepareKey(
  settings: Settings,
  key: string,
  isMade: boolean,
  print: Print,
): Promise<() => Promise<void>> {
  if (settings.SECRET_KEY !== undefined) {
    print(
      isMade
        ? `The new key, to be set as SECRET_KEY on every node once this command has ended without an error: ${key}`
        : 'Set SECRET_KEY to NEW_SECRET_KEY on every node once this command has ended without an error.',
    )
    return async () => {}
  }
  await writeNextKey(settings, key)
  return async () => {
    await useNextKey(settings)
    print(`The new key is in ${keyFileOf(settings)}.`)
  }
}
