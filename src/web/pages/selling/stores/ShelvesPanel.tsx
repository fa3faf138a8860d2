import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { ShelfFieldsFragment } from '../../../generated/graphql.ts'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { EditShelfDialog, NewShelfDialog, SHELF_FIELDS } from './ShelfDialog.tsx'

const PLATFORM_SHELVES = graphql(`
  query SellingShelves {
    platformStore {
      id
      displayName
      viewerCanUpdateShelves
      shelves {
        id
        ...ShelfFields
      }
    }
  }
`)

const DELETE_SHELF = graphql(`
  mutation SellingDeleteShelf($input: DeleteStoreShelfInput!) {
    deleteStoreShelf(input: $input) {
      store {
        id
        shelves {
          id
          ...ShelfFields
        }
      }
    }
  }
`)

const MOVE_SHELF = graphql(`
  mutation SellingMoveShelf($input: UpdateStoreShelfInput!) {
    updateStoreShelf(input: $input) {
      shelf {
        id
        store {
          id
          shelves {
            id
            ...ShelfFields
          }
        }
      }
    }
  }
`)

/** The shelves of the platform, for admins alone. */
export function ShelvesPanel() {
  const { t } = useTranslation('selling')
  const { data, refusal, reload } = usePanel(PLATFORM_SHELVES, {})
  const [isOpen, setOpen] = useState(false)
  const store = data?.platformStore
  if (refusal && !store) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!store?.viewerCanUpdateShelves) return null
  return (
    <Panel title={t('shelves.title')}>
      {store.shelves.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('shelves.empty')}
        </Text>
      )}
      <Stack component="ol" className="plainList" gap="sm">
        {store.shelves.map((shelf, index) => (
          <ShelfRow
            key={shelf.id}
            shelf={getFragmentData(SHELF_FIELDS, shelf)}
            index={index}
            isLast={index === store.shelves.length - 1}
          />
        ))}
      </Stack>
      <Group>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('shelves.create')}
        </Button>
      </Group>
      {isOpen && <NewShelfDialog storeId={store.id} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

interface ShelfRowProps {
  readonly shelf: ShelfFieldsFragment
  readonly index: number
  readonly isLast: boolean
}

function ShelfRow({ shelf, index, isLast }: ShelfRowProps) {
  const { t } = useTranslation(['selling', 'stores'])
  const [isOpen, setOpen] = useState(false)
  const move = useAct(MOVE_SHELF)
  const { id: shelfId, title: name, status, listings } = shelf
  const moveTo = (position: number) => void move.act({ input: { shelfId, position } })
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={2} flex={1} miw={160}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Group gap="xs">
          <Badge size="sm" variant="light" color={status === 'PUBLIC' ? 'green' : 'yellow'}>
            {t(`stores:status.${status}`)}
          </Badge>
          <Text size="xs" c="dimmed">
            {t('stores:offers', { count: listings.totalCount })}
          </Text>
        </Group>
      </Stack>
      <Group gap="xs">
        <MoveButton
          label={t('selling:order.up', { name })}
          text="↑"
          isOff={index === 0}
          onMove={() => moveTo(index - 1)}
        />
        <MoveButton
          label={t('selling:order.down', { name })}
          text="↓"
          isOff={isLast}
          onMove={() => moveTo(index + 1)}
        />
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('selling:editOf', { name })}
          onClick={() => setOpen(true)}
        >
          {t('selling:edit')}
        </Button>
        <DeleteShelfButton shelfId={shelfId} name={name} />
      </Group>
      {isOpen && <EditShelfDialog shelf={shelf} onClose={() => setOpen(false)} />}
    </Group>
  )
}

interface MoveButtonProps {
  readonly label: string
  readonly text: string
  readonly isOff: boolean
  readonly onMove: () => void
}

const MoveButton = ({ label, text, isOff, onMove }: MoveButtonProps) => (
  <Button size="compact-sm" variant="subtle" color="gray" aria-label={label} disabled={isOff} onClick={onMove}>
    {text}
  </Button>
)

interface DeleteShelfButtonProps {
  readonly shelfId: string
  readonly name: string
}

function DeleteShelfButton({ shelfId, name }: DeleteShelfButtonProps) {
  const { t } = useTranslation(['selling', 'common'])
  const remove = useAct(DELETE_SHELF)
  const ask = async () => {
    const question = { title: t('selling:shelves.deleteTitle', { name }), text: t('selling:shelves.deleteText') }
    if (await askFirst({ ...question, confirm: t('selling:shelves.delete'), cancel: t('common:cancel') }))
      await remove.act({ input: { shelfId } })
  }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      aria-label={t('selling:shelves.deleteOf', { name })}
      onClick={() => void ask()}
    >
      {t('selling:shelves.delete')}
    </Button>
  )
}
