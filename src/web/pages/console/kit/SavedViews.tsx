import { ActionIcon, Button, Group, Modal, Popover, Stack, TextInput } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { IconBookmark, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConsolePage } from '../sections.ts'

/** What the address of a page says, by a name. */
interface SavedView {
  readonly name: string
  readonly search: Readonly<Record<string, unknown>>
}

interface SavedViewsProps {
  readonly page: {
    /** Under which the views are kept. */
    readonly name: string
    readonly to: ConsolePage['to'] | '/console/reports/list'
  }
  /** What the address says now. */
  readonly search: Readonly<Record<string, unknown>>
}

const MAX_VIEWS = 50
const LONGEST_NAME = 64

/** The filters of a page that the person has kept in this browser, to come back to. */
export function SavedViews({ page, search }: SavedViewsProps) {
  const { t } = useTranslation('console')
  const navigate = useNavigate()
  const [views, setViews] = useLocalStorage<readonly SavedView[]>({ key: `plaza.views.${page.name}`, defaultValue: [] })
  const [isOpen, { open, close }] = useDisclosure(false)
  const keep = (name: string) => {
    setViews((kept) => [{ name, search }, ...kept.filter((view) => view.name !== name)].slice(0, MAX_VIEWS))
    close()
  }
  return (
    <>
      <Popover position="bottom-end" withinPortal trapFocus returnFocus>
        <Popover.Target>
          <Button variant="default" leftSection={<IconBookmark size={18} aria-hidden />}>
            {t('views.button')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="xs" aria-label={t('views.button')}>
          <Stack gap="xs">
            <ViewList
              views={views}
              onOpen={(view) => void navigate({ to: page.to, search: view.search })}
              onDelete={(name) => setViews((kept) => kept.filter((view) => view.name !== name))}
            />
            <Button variant="light" onClick={open} data-autofocus>
              {t('views.save')}
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <Modal opened={isOpen} onClose={close} title={t('views.save')} closeButtonProps={{ 'aria-label': t('close') }}>
        <SaveForm onSave={keep} />
      </Modal>
    </>
  )
}

interface ViewListProps {
  readonly views: readonly SavedView[]
  readonly onOpen: (view: SavedView) => void
  readonly onDelete: (name: string) => void
}

function ViewList({ views, onOpen, onDelete }: ViewListProps) {
  const { t } = useTranslation('console')
  if (views.length === 0) return null
  return (
    <Stack component="ul" className="plainList" gap={4}>
      {views.map((view) => (
        <Group component="li" key={view.name} gap={4} wrap="nowrap">
          <Button flex={1} variant="subtle" justify="flex-start" onClick={() => onOpen(view)}>
            {view.name}
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('views.delete', { name: view.name })}
            onClick={() => onDelete(view.name)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  )
}

function SaveForm({ onSave }: { readonly onSave: (name: string) => void }) {
  const { t } = useTranslation('console')
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onSave(name.trim())
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('views.name')}
          description={t('views.hint')}
          value={name}
          maxLength={LONGEST_NAME}
          onChange={({ currentTarget: { value } }) => setName(value)}
          data-autofocus
          required
        />
        <Group justify="flex-end">
          <Button type="submit">{t('views.submit')}</Button>
        </Group>
      </Stack>
    </form>
  )
}
