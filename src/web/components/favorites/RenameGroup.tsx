import { ActionIcon, Button, Popover, Stack, TextInput, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FavoriteGroupName } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { RefusalAlert } from '../RefusalAlert.tsx'
import { UPDATE_FAVORITE_GROUP } from './documents.ts'

interface RenameGroupProps {
  readonly name: FavoriteGroupName
  /** As the viewer has named the group. */
  readonly displayName: string
}

/** Gives a group of favorites another name. */
export function RenameGroup({ name, displayName }: RenameGroupProps) {
  const { t } = useTranslation('favorites')
  const [isOpen, setOpen] = useState(false)
  // The button names the popover, which its tooltip stands between.
  const id = useId()
  const label = t('group.rename', { name: displayName })
  return (
    <Popover
      id={id}
      opened={isOpen}
      onChange={setOpen}
      trapFocus
      returnFocus
      position="bottom-end"
      shadow="md"
      width={260}
    >
      <Popover.Target>
        <Tooltip label={label} disabled={isOpen}>
          <ActionIcon id={id} variant="default" aria-label={label} onClick={() => setOpen(!isOpen)}>
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <RenameForm name={name} displayName={displayName} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function RenameForm({ name, displayName, onDone }: RenameGroupProps & { readonly onDone: () => void }) {
  const { t } = useTranslation('favorites')
  const rename = useAct(UPDATE_FAVORITE_GROUP)
  const { form, refusal, isBusy, onSubmit } = useGraphForm({ initialValues: { displayName } }, async (values) => {
    await rename.attempt({ input: { group: name, displayName: values.displayName } })
    onDone()
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="xs">
        <TextInput
          label={t('group.name')}
          data-autofocus
          key={form.key('displayName')}
          {...form.getInputProps('displayName')}
        />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Button type="submit" size="xs" loading={isBusy}>
          {t('group.save')}
        </Button>
      </Stack>
    </form>
  )
}
