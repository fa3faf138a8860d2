import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FragmentType } from '../../generated/index.ts'
import { type FRIEND_ACTS, type MeetAct, useMeetActs } from './useMeetActs.ts'

interface FriendActsProps {
  readonly person: FragmentType<typeof FRIEND_ACTS>
  /** Name of the person. */
  readonly name: string
  /** Id of the instance that the viewer is in; null for none. */
  readonly here: string | null
}

/** Join, ask for an invite, invite, boop, beside a friend in a list. */
export const FriendActs = ({ person, name, here }: FriendActsProps) => (
  <MeetActIcons acts={useMeetActs(person, here)} name={name} />
)

interface MeetActIconsProps {
  readonly acts: readonly MeetAct[]
  /** Name of the person. */
  readonly name: string
}

export function MeetActIcons({ acts, name }: MeetActIconsProps) {
  const { t } = useTranslation()
  return (
    <Group gap={4} wrap="nowrap">
      {acts.map(({ name: act, Icon, isBusy, run }) => (
        <Tooltip key={act} label={t(`acts.${act}`, { name })}>
          <ActionIcon variant="light" size="lg" aria-label={t(`acts.${act}`, { name })} loading={isBusy} onClick={run}>
            <Icon size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  )
}
