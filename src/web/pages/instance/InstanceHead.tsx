import { AspectRatio, Badge, Box, Flex, Group, Image, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { groupAccessOf, kindOf } from '../../components/instances/kinds.ts'
import { ownUrl } from '../../components/ownUrl.ts'
import { RouteLink } from '../../components/RouteLink.tsx'
import { formatDateTime } from '../../formats.ts'
import type { InstancePageFragment } from '../../generated/graphql.ts'
import { HeadActs } from './HeadActs.tsx'

/** Where the instance is, who can enter it, and what one can do. */
export function InstanceHead({ instance }: { readonly instance: InstancePageFragment }) {
  const { t } = useTranslation('instances')
  const { world, displayName, name } = instance
  return (
    <Flex direction={{ base: 'column', sm: 'row' }} gap="md">
      <Box w={{ base: '100%', sm: 340 }} style={{ flexShrink: 0 }}>
        <AspectRatio ratio={16 / 10}>
          <Image src={ownUrl(world.imageUrl)} alt="" radius="lg" bg="var(--mantine-color-default-hover)" />
        </AspectRatio>
      </Box>
      <Stack gap="sm" miw={0} flex={1}>
        <Box>
          <Title order={1} size="h2">
            {displayName ?? `${world.name} #${name}`}
          </Title>
          <Text size="sm">
            {t('head.in')}{' '}
            <RouteLink to="/worlds/$worldId" params={{ worldId: world.id }} size="sm">
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
      </Stack>
    </Flex>
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
