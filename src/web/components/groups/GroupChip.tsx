import { Avatar, Box, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { ownUrl } from '../ownUrl.ts'
import { RowLink } from '../RouteLink.tsx'

export const GROUP_CHIP = graphql(`
  fragment GroupChip on Group {
    id
    name
    shortCode
    discriminator
    iconUrl
    memberCount
  }
`)

interface GroupChipProps {
  readonly group: FragmentType<typeof GROUP_CHIP>
  /** At the end of the row. */
  readonly children?: ReactNode
}

/** A group in a list. */
export function GroupChip({ group, children }: GroupChipProps) {
  const { t } = useTranslation()
  const { id, name, shortCode, discriminator, iconUrl, memberCount } = getFragmentData(GROUP_CHIP, group)
  return (
    <Group wrap="nowrap" gap="sm">
      <Avatar src={ownUrl(iconUrl)} name={name} color="initials" radius="md" size={40} alt="" />
      <Box flex={1} miw={0}>
        <RowLink to="/groups/$groupId" params={{ groupId: id }}>
          {name}
        </RowLink>
        <Text size="xs" c="dimmed" truncate>
          {shortCode}.{discriminator} · {t('group.members', { count: memberCount })}
        </Text>
      </Box>
      {children}
    </Group>
  )
}
