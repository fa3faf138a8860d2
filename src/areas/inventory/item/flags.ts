import { Prisma } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import { type ItemFlag, toItemFlag } from './kinds.ts'

/** What decides which flags an item has. */
interface FlaggedItem {
  readonly cloneOfId: string | null
  readonly template: { readonly flags: readonly string[] }
}

/** The flags of an item: those of its template. A copy cannot be copied again, and can be thrown away. */
export function flagsOf({ cloneOfId, template }: FlaggedItem): ItemFlag[] {
  const flags = template.flags.flatMap((word) => toItemFlag(word) ?? [])
  if (cloneOfId === null) return flags
  return [...flags.filter((flag) => flag !== 'cloneable' && flag !== 'trashable'), 'trashable']
}

/** SQL condition for rows `item` with their `template` that have any of these flags, as `flagsOf` answers them. */
export function withAnyFlag(flags: readonly string[]): Prisma.Sql {
  const plain = flags.filter((flag) => flag !== 'cloneable')
  return Prisma.sql`(template.flags && ${plain}
    OR ${flags.includes('trashable')} AND item."cloneOfId" IS NOT NULL
    OR ${flags.includes('cloneable')} AND item."cloneOfId" IS NULL AND 'cloneable' = ANY (template.flags))`
}

/** Throws `conflict`, as clients of the platform expect, unless the item has the flag. */
export function assertFlag(item: FlaggedItem, flag: ItemFlag): void {
  if (!flagsOf(item).includes(flag)) throw flagMissing(flag)
}

/** Clients compare the message. */
export const flagMissing = (flag: ItemFlag) =>
  new Failure('conflict', `InventoryItem not ${flag}`, { reason: 'item_flag_missing' })
