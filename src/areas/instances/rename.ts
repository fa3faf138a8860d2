import { Failure, invalid } from '../../kernel/failure.ts'
import type { InputRule } from '../../kernel/inputFaults.ts'
import { type Location, ownerGroupId } from '../../kernel/location.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { characterCount, isBlank } from '../../kernel/texts.ts'
import { ownerOrAdminAct } from '../audit/staffAct.ts'
import { changesOf } from '../groups/auditLog/entries.ts'
import { lockVisibleInstance, ownershipOf } from './close.ts'
import { groupInstancesChanged, instancesChanged } from './events.ts'
import { appendInstanceAudit } from './group/moderation.ts'
import { canCloseInstance } from './policy.ts'

const MAX_NAME_LENGTH = 64

function assertName(displayName: string | null): void {
  const bounds = { reason: 'too_long', max: MAX_NAME_LENGTH } as const
  if (characterCount(displayName ?? '') > MAX_NAME_LENGTH)
    throw invalid('displayName', `displayName must have at most ${MAX_NAME_LENGTH} characters`, bounds)
}

const storedName = (displayName: string | null): string | null =>
  displayName === null || isBlank(displayName) ? null : displayName.trim()

/** The rules for a new display name. */
export const renameRules = ({ displayName = null }: { readonly displayName?: string | null }): InputRule[] => [
  () => assertName(displayName),
]

/**
 * Gives an instance another display name; null or an empty one takes it away. For its owner, its creator, managers of its
 * group and admins. Throws `missing` for an instance that was not created or that the viewer can't see, `forbidden`,
 * `invalid` for a name of more than 64 characters.
 */
export const renameInstance = (scope: ViewerScope, place: Location, displayName: string | null): Promise<void> =>
  ownerOrAdminAct(scope, 'renameInstance', async (tx) => {
    const { instance, facts } = await lockVisibleInstance(tx, place)
    if (!canCloseInstance(tx, instance, facts))
      throw new Failure('forbidden', "You're not allowed to rename this instance.", { reason: 'cannot_rename' })
    assertName(displayName)
    const name = storedName(displayName)
    const changes = changesOf({ displayName: instance.displayName }, { displayName: name })
    if (Object.keys(changes).length > 0) {
      await tx.db.instance.update({ where: { location: place.location }, data: { displayName: name } })
      await appendInstanceAudit(tx, place, { eventType: 'group.instance.update', verb: 'updated', data: changes })
      tx.emit(instancesChanged(place.worldId))
      const groupId = ownerGroupId(place)
      if (groupId !== null) tx.emit(groupInstancesChanged(groupId))
    }
    return ownershipOf(tx, { place, instance, facts })
  })
