import { Avatar, Box, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../formats.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { ownUrl } from '../ownUrl.ts'

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
}

/** A group in a list. */
export function GroupChip({ group }: GroupChipProps) {
  const { t, i18n } = useTranslation('person')
  const { name, shortCode, discriminator, iconUrl, memberCount } = getFragmentData(GROUP_CHIP, group)
  const members = t('group.members', { count: memberCount, number: formatNumber(i18n.language, memberCount) })
  return (
    <Group wrap="nowrap" gap="sm">
      <Avatar src={ownUrl(iconUrl)} name={name} color="initials" radius="md" size={40} alt="" />
      <Box flex={1} miw={0}>
        <Text fw={600} size="sm" truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {shortCode}.{discriminator} · {members}
        </Text>
      </Box>
    </Group>
  )
}
