import { Avatar, Box, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ownUrl } from '../../components/ownUrl.ts'
import { formatNumber } from '../../formats.ts'
import type { ManagedGroupFragment } from '../../generated/graphql.ts'

interface GroupManageHeadProps {
  readonly group: Pick<ManagedGroupFragment, 'name' | 'iconUrl' | 'shortCode' | 'discriminator' | 'memberCount'>
}

/** Which group is managed. */
export function GroupManageHead({ group }: GroupManageHeadProps) {
  const { t, i18n } = useTranslation('groupManage')
  const { name, iconUrl, shortCode, discriminator, memberCount } = group
  const members = t('head.members', { count: memberCount, number: formatNumber(i18n.language, memberCount) })
  return (
    <Group wrap="nowrap" gap="md">
      <Avatar src={ownUrl(iconUrl)} name={name} color="initials" radius="md" size={56} alt="" />
      <Box miw={0}>
        <Text fw={700} size="lg" lineClamp={2}>
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {shortCode}.{discriminator} · {members}
        </Text>
      </Box>
    </Group>
  )
}
