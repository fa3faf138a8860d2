import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { ConsoleTable, KeysHelp } from '../kit/ConsoleTable.tsx'
import { CONSOLE_STYLES, SET_STYLE } from './documents.ts'
import { FormDialog } from './FormDialog.tsx'

interface Style {
  readonly id: string
  readonly name: string
}

/** The styles that authors give their avatars. None is ever deleted. */
export function StylesTab() {
  const { t } = useTranslation('staffAssets')
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_STYLES, {})
  const [open, setOpen] = useState<Style | 'new' | null>(null)
  const keys = [{ key: 'r', label: t('styles.rename'), run: (style: Style) => setOpen(style) }]
  return (
    <Stack gap="md">
      <Group>
        <Button onClick={() => setOpen('new')}>{t('styles.new')}</Button>
        <KeysHelp keys={keys} />
      </Group>
      <ConsoleTable<Style>
        label={t('styles.label')}
        columns={[
          { name: 'name', header: t('styles.name'), cell: ({ name }) => name },
          {
            name: 'acts',
            header: t('acts'),
            cell: (style) => (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('styles.renameOne', { name: style.name })}
                onClick={() => setOpen(style)}
              >
                {t('styles.rename')}
              </Button>
            ),
          },
        ]}
        rows={data?.avatarStyles.edges.map(({ node }) => node)}
        pageInfo={data?.avatarStyles.pageInfo}
        refusal={data ? null : refusal}
        onRetry={reload}
        onMore={(more) => fetchMore({ more })}
        onOpen={(style) => setOpen(style)}
        keys={keys}
        empty={t('styles.empty')}
      />
      {open && <StyleDialog style={open === 'new' ? null : open} onDone={reload} onClose={() => setOpen(null)} />}
    </Stack>
  )
}

interface StyleDialogProps {
  /** The one to rename; null for a new one. */
  readonly style: Style | null
  readonly onDone: () => void
  readonly onClose: () => void
}

function StyleDialog({ style, onDone, onClose }: StyleDialogProps) {
  const { t } = useTranslation('staffAssets')
  const { attempt } = useAct(SET_STYLE)
  const graphForm = useGraphForm(
    { mode: 'controlled', initialValues: { name: style?.name ?? '' } },
    async ({ name }) => {
      await attempt({ input: { name, ...(style && { styleId: style.id }) } })
      onDone()
      onClose()
    },
  )
  return (
    <FormDialog
      title={style ? t('styles.renameOne', { name: style.name }) : t('styles.new')}
      submit={t('save')}
      graphForm={graphForm}
      onClose={onClose}
    >
      <TextInput label={t('styles.name')} data-autofocus required {...graphForm.form.getInputProps('name')} />
    </FormDialog>
  )
}
