import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { PersonChip } from '../../../components/people/PersonChip.tsx'
import type { ManageOutsiderFragment } from '../../../generated/graphql.ts'

interface OutsiderRowProps {
  readonly outsider: ManageOutsiderFragment
  /** Time of the request, the invite or the ban; ISO 8601. */
  readonly time: string | null | undefined
  /** What can be done. */
  readonly children: ReactNode
}

/** A person who is no member. */
export function OutsiderRow({ outsider, time, children }: OutsiderRowProps) {
  const { t } = useTranslation('groupManage')
  const { user, invitedBy, status } = outsider
  if (!user) return null
  const by = status === 'INVITED' && invitedBy ? t('invites.by', { name: invitedBy.displayName }) : null
  return (
    <Group component="li" gap="xs">
      <Box flex="1 1 180px" miw={0}>
        <PersonChip
          person={user}
          below={
            <>
              {by && `${by} · `}
              {time && <Ago time={time} span />}
            </>
          }
        />
      </Box>
      <Group gap="xs">{children}</Group>
    </Group>
  )
}
