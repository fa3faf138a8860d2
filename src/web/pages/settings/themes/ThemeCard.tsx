import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { focusAfter } from '../../../components/focusAfter.ts'
import { type FragmentType, getFragmentData } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'
import { RowAct } from '../RowAct.tsx'
import { colorsOf } from './colors.ts'
import { DELETE_THEME, SETTINGS_THEME, WEAR_THEME } from './documents.ts'
import { EditThemeDialog } from './ThemeDialogs.tsx'
import { ThemePreview } from './ThemePreview.tsx'

interface ThemeCardProps {
  readonly theme: FragmentType<typeof SETTINGS_THEME>
  /** Of the person. */
  readonly displayName: string
}

/** A theme, how it looks, and what its owner can do with it. */
export function ThemeCard({ theme, displayName }: ThemeCardProps) {
  const { t } = useTranslation(['settings', 'common'])
  const [isEditing, setEditing] = useState(false)
  const deletion = useRef<HTMLButtonElement>(null)
  const wear = useAct(WEAR_THEME)
  const remove = useAct(DELETE_THEME)
  const data = getFragmentData(SETTINGS_THEME, theme)
  const { id, name, isWorn } = data
  const toggle = () => void wear.act({ input: { themeId: isWorn ? null : id } })
  const ask = async () => {
    const texts = { title: t('themes.askTitle', { name }), text: t(isWorn ? 'themes.askWorn' : 'themes.askText') }
    if (!(await askFirst({ ...texts, confirm: t('themes.delete'), cancel: t('common:cancel') }))) return
    const moveFocus = focusAfter(deletion.current)
    if (await remove.act({ input: { themeId: id } })) moveFocus()
  }
  return (
    <Paper withBorder radius="md" p="sm">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text fw={600}>{name}</Text>
          {isWorn && <Badge flex="none">{t('themes.worn')}</Badge>}
        </Group>
        <ThemePreview colors={colorsOf(data)} displayName={displayName} />
        <Group gap="xs">
          <Button
            size="xs"
            variant={isWorn ? 'default' : 'light'}
            loading={wear.isBusy}
            aria-label={t(isWorn ? 'themes.takeOffOf' : 'themes.wearOf', { name })}
            onClick={toggle}
          >
            {t(isWorn ? 'themes.takeOff' : 'themes.wear')}
          </Button>
          <RowAct label={t('themes.edit', { name })} onClick={() => setEditing(true)}>
            <IconPencil size={18} aria-hidden />
          </RowAct>
          <RowAct
            ref={deletion}
            label={t('themes.deleteOf', { name })}
            isBusy={remove.isBusy}
            onClick={() => void ask()}
          >
            <IconTrash size={18} aria-hidden />
          </RowAct>
        </Group>
      </Stack>
      {isEditing && <EditThemeDialog theme={data} displayName={displayName} onClose={() => setEditing(false)} />}
    </Paper>
  )
}
