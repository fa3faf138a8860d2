import { Badge, Box, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../components/events/useNow.ts'
import { ListPanel } from '../../components/ListPanel.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { formatDateTime } from '../../formats.ts'
import type { DropRowFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { TemplateList } from './TemplateList.tsx'

const DROP_ROW = graphql(`
  fragment DropRow on InventoryDrop {
    id
    name
    state
    target
    startsAt
    endsAt
    itemsExpireAt
    group {
      id
      name
    }
    notice {
      title
      body
    }
    templates {
      id
      ...TemplateChip
    }
  }
`)

const DROPS = graphql(`
  query InventoryDrops($after: String) {
    viewer {
      id
      inventoryDrops(first: 10, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            id
            ...DropRow
          }
        }
      }
    }
  }
`)

/** What is given to the person now, without a code; admins also see what was given, and what will be. */
export function DropsPanel() {
  const { t } = useTranslation('inventory')
  const { data, refusal, reload, fetchMore } = usePanel(DROPS, {})
  const list = data?.viewer?.inventoryDrops
  useTurns(list?.edges.map(({ node }) => getFragmentData(DROP_ROW, node)) ?? [], reload)
  return (
    <ListPanel
      title={t('drops.title')}
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ after })}
      empty={t('drops.empty')}
    >
      <Text size="sm" c="dimmed">
        {t('drops.text')}
      </Text>
      <Stack component="ul" className="plainList" gap="md">
        {list?.edges.map(({ node }) => (
          <li key={node.id}>
            <DropRow drop={node} />
          </li>
        ))}
      </Stack>
    </ListPanel>
  )
}

/** Reads gifts again when one of them begins or ends. */
function useTurns(drops: readonly DropRowFragment[], reload: () => void): void {
  const now = useNow()
  const turns = drops.flatMap(({ startsAt, endsAt }) => [Date.parse(startsAt), Date.parse(endsAt)])
  const passed = turns.filter((time) => time <= now).length
  const before = useRef({ passed, count: turns.length })
  useEffect(() => {
    const isTurn = before.current.count === turns.length && passed > before.current.passed
    before.current = { passed, count: turns.length }
    if (isTurn) reload()
  })
}

function DropRow({ drop }: { readonly drop: FragmentType<typeof DROP_ROW> }) {
  const { t } = useTranslation('inventory')
  const data = getFragmentData(DROP_ROW, drop)
  const { name, state, notice, templates } = data
  return (
    <Box>
      <Group justify="space-between" gap="xs" align="start" wrap="nowrap">
        <Text size="sm" fw={600}>
          {notice?.title ?? name}
        </Text>
        {state !== 'ACTIVE' && <Badge variant="default">{t(`drops.states.${state}`)}</Badge>}
      </Group>
      {notice?.body && <Text size="sm">{notice.body}</Text>}
      <DropTimes data={data} />
      <TemplateList templates={templates} />
    </Box>
  )
}

interface DropPartProps {
  readonly data: DropRowFragment
}

/** For whom, and from when to when. */
function DropTimes({ data: { state, target, group, startsAt, endsAt, itemsExpireAt } }: DropPartProps) {
  const { t, i18n } = useTranslation('inventory')
  const at = (time: string) => ({ time: formatDateTime(i18n.language, time) })
  return (
    <>
      <Text size="xs" c="dimmed" component="div">
        {group ? (
          <RouteLink to="/groups/$groupId" params={{ groupId: group.id }} inherit>
            {t('drops.of', { name: group.name })}
          </RouteLink>
        ) : (
          t(`drops.targets.${target}`)
        )}{' '}
        · {state === 'UPCOMING' ? t('drops.from', at(startsAt)) : t('drops.until', at(endsAt))}
      </Text>
      {itemsExpireAt && (
        <Text size="xs" c="dimmed">
          {t('drops.expires', at(itemsExpireAt))}
        </Text>
      )}
    </>
  )
}
