import { Badge, Box, Group, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DetailHead } from '../../components/DetailHead.tsx'
import { groupAccessOf, kindOf } from '../../components/instances/kinds.ts'
import { RouteLink } from '../../components/RouteLink.tsx'
import { formatDateTime } from '../../formats.ts'
import type { InstancePageFragment } from '../../generated/graphql.ts'
import { HeadActs } from './HeadActs.tsx'

/** Where the instance is, who can enter it, and what one can do. */
export function InstanceHead({ instance }: { readonly instance: InstancePageFragment }) {
  const { t } = useTranslation('instances')
  const { world, displayName, name } = instance
  return (
    <DetailHead pictureUrl={world.imageUrl}>
      <Box>
        <Title order={1} size="h2">
          {displayName ?? `${world.name} #${name}`}
        </Title>
        <Text size="sm">
          {t('head.in')}{' '}
          <RouteLink to="/worlds/$worldId" params={{ worldId: world.id }} inherit>
            {world.name}
          </RouteLink>
        </Text>
      </Box>
      <Marks instance={instance} />
      <Text size="sm" c="dimmed">
        {instance.type === 'GROUP' && instance.group ? (
          <RouteLink to="/groups/$groupId" params={{ groupId: instance.group.id }} inherit>
            {t('head.ofGroup', { group: instance.group.name })}
          </RouteLink>
        ) : (
          t(`kindTexts.${kindOf(instance)}`)
        )}
      </Text>
      <HeadActs instance={instance} />
    </DetailHead>
  )
}

/** Who can enter it, and its state. */
function Marks({ instance }: { readonly instance: InstancePageFragment }) {
  const { t } = useTranslation('instances')
  return (
    <Group gap="xs">
      <Badge variant="light" tt="none">
        {t(`kinds.${kindOf(instance)}`)}
      </Badge>
      {instance.type === 'GROUP' && (
        <Badge variant="light" color="gray" tt="none">
          {t(`access.${groupAccessOf(instance)}`)}
        </Badge>
      )}
      {instance.ageGate && (
        <Badge variant="light" color="orange" tt="none">
          {t('head.ageGate')}
        </Badge>
      )}
      <StateBadge instance={instance} />
    </Group>
  )
}

/** Whether it is closed, will close, or is full. It changes while one looks at it. */
function StateBadge({ instance }: { readonly instance: InstancePageFragment }) {
  const { t, i18n } = useTranslation('instances')
  const { isOpen, closedAt, occupantCount, capacity } = instance
  const closes = isOpen && closedAt ? t('head.closes', { time: formatDateTime(i18n.language, closedAt) }) : null
  return (
    <Group gap="xs" role="status">
      {!isOpen && (
        <Badge variant="light" color="red" tt="none">
          {t('head.closed')}
        </Badge>
      )}
      {closes && (
        <Badge variant="light" color="yellow" tt="none">
          {closes}
        </Badge>
      )}
      {isOpen && occupantCount >= capacity && (
        <Badge variant="light" color="yellow" tt="none">
          {t('head.full')}
        </Badge>
      )}
    </Group>
  )
}
