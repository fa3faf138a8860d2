import { Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ManageSection } from '../../components/groups/manageSections.ts'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import type { ManagedGroupFragment } from '../../generated/graphql.ts'
import { GroupManageHead } from './GroupManageHead.tsx'

interface NotAllowedProps {
  readonly group: ManagedGroupFragment
  /** The section of the address. */
  readonly section: ManageSection
  /** The sections that the viewer may open. */
  readonly allowed: readonly ManageSection[]
}

/** In place of a section that the roles of the viewer do not open, with the way to those that they do. */
export function NotAllowed({ group, section, allowed }: NotAllowedProps) {
  const { t } = useTranslation('groupManage')
  const { id: groupId } = group
  return (
    <Stack gap="lg">
      <PageTitle>{t('pageTitle', { section: t(`sections.${section}`), group: group.name })}</PageTitle>
      <GroupManageHead group={group} />
      <Stack gap="xs" role="status">
        <Title order={1} size="h3">
          {t('notAllowed.title', { section: t(`sections.${section}`) })}
        </Title>
        <Text size="sm">{allowed.length > 0 ? t('notAllowed.others') : t('notAllowed.nothing')}</Text>
      </Stack>
      <Group gap="xs">
        {allowed.map((name) => (
          <RouteButton
            key={name}
            to="/groups/$groupId/manage/$section"
            params={{ groupId, section: name }}
            variant="default"
          >
            {t(`sections.${name}`)}
          </RouteButton>
        ))}
        {allowed.length === 0 && (
          <RouteButton to="/groups/$groupId" params={{ groupId }} variant="default">
            {t('notAllowed.groups')}
          </RouteButton>
        )}
      </Group>
    </Stack>
  )
}
