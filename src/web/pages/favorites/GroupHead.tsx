import { Group, NativeSelect, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ClearGroup } from '../../components/favorites/ClearGroup.tsx'
import { UPDATE_FAVORITE_GROUP } from '../../components/favorites/documents.ts'
import { RenameGroup } from '../../components/favorites/RenameGroup.tsx'
import { type GroupFacts, roomIn } from '../../components/favorites/useFavoriteGroups.ts'
import { useAct } from '../../graph/useAct.ts'

const VISIBILITIES = ['PRIVATE', 'FRIENDS', 'PUBLIC'] as const

/** What a group is called, how much room is left in it, who can see it; it can be renamed and emptied. */
export function GroupHead({ group }: { readonly group: GroupFacts }) {
  const { t } = useTranslation('favorites')
  const { name, type, displayName, favoriteCount, capacity } = group
  const count = favoriteCount ?? 0
  return (
    <Paper withBorder radius="lg" p="md">
      <Group justify="space-between" align="end" gap="md">
        <Stack gap={6} flex="1 1 240px" miw={0}>
          <Group gap="xs" wrap="nowrap">
            <Title order={2} size="h4">
              {displayName}
            </Title>
            <RenameGroup name={name} displayName={displayName} />
            <ClearGroup name={name} type={type} displayName={displayName} count={count} />
          </Group>
          <Progress
            value={(100 * count) / capacity}
            maw={360}
            aria-label={t('group.full', { name: displayName })}
            color={roomIn(group) === 0 ? 'orange' : 'plaza'}
          />
          <Text size="xs" role="status">
            {roomIn(group) === 0
              ? t('group.noRoom', { capacity })
              : t('group.room', { count: roomIn(group), used: count, capacity })}
          </Text>
        </Stack>
        <VisibilitySelect group={group} />
      </Group>
    </Paper>
  )
}

function VisibilitySelect({ group: { id, name, visibility } }: { readonly group: GroupFacts }) {
  const { t } = useTranslation('favorites')
  const update = useAct(UPDATE_FAVORITE_GROUP)
  const choose = (value: string) => {
    const next = VISIBILITIES.find((one) => one === value)
    if (!next) return
    void update.act({ input: { group: name, visibility: next } }, (cache) => {
      cache.modify({ id: `FavoriteGroup:${id}`, fields: { visibility: () => next } })
    })
  }
  return (
    <NativeSelect
      label={t('visibility.label')}
      description={t('visibility.hint')}
      value={visibility}
      data={VISIBILITIES.map((value) => ({ value, label: t(`visibility.${value}`) }))}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />
  )
}
