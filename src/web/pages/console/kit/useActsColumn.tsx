import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Column } from './ConsoleTable.tsx'
import type { RowKey } from './useRowKeys.ts'

/** The last column of a table, whose menu does with its row what the keys do, for people without a keyboard. */
export function useActsColumn<Row>(keys: readonly RowKey<Row>[]): Column<Row> {
  const { t } = useTranslation('console')
  return { name: 'acts', header: t('keys.acts'), cell: (row) => <ActsMenu row={row} keys={keys} />, width: '4rem' }
}

interface ActsMenuProps<Row> {
  readonly row: Row
  readonly keys: readonly RowKey<Row>[]
}

function ActsMenu<Row>({ row, keys }: ActsMenuProps<Row>) {
  const { t } = useTranslation('console')
  const offered = keys.filter(({ isOffered = () => true }) => isOffered(row))
  if (offered.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={t('keys.acts')}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('keys.acts')}>
        {offered.map(({ key, label, run }) => (
          <Menu.Item key={key} rightSection={<kbd aria-hidden>{key}</kbd>} onClick={() => run(row)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
