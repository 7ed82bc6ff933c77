import { useMediaQuery } from '@mantine/hooks';

/** Codes such as `CAN-04-1` wrap as a whole: a line of a narrow screen would often end after one of their hyphens. */
export function Unbroken({ text }: { text: string }) {
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  const parts = isNarrow ? text.split(/(\S*\w-\w\S*)/) : [text];
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text is replaced as a whole
      <span key={index} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ),
  );
}
