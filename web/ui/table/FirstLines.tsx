import { Box, Table } from '@mantine/core';

type FirstLinesProps = { label: string; names: readonly string[]; rows: readonly (readonly string[])[] };

/** The beginning of a file as it was read, by which its columns are recognised. */
export function FirstLines({ label, names, rows }: FirstLinesProps) {
  return (
    // Reached by the keyboard, so that columns beyond the window can be read without a pointer.
    <Box style={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={label}>
      <Table aria-label={label} withTableBorder verticalSpacing={2} fz="sm">
        <Table.Thead>
          <Table.Tr>
            {names.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one title
              <Table.Th key={index} style={{ whiteSpace: 'nowrap' }}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a file have no other name
            <Table.Tr key={line}>
              {names.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <Table.Td key={index} style={{ whiteSpace: 'nowrap' }}>
                  {row[index]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
