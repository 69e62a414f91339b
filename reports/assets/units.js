// How what a run is about is written (reports/units.py): a share in percent, its differences in points; anything else as a number.
function unitOf({ share }) {
  const plain = (number) => elements.fixed(number, 2).replace("-", "−").replace(/\B(?=(\d{3})+\.)/g, ",");
  const signed = (number, text) => (number < 0 ? "−" : "+") + text;
  return {
    value: (number) => (share ? `${elements.fixed(100 * number, 1)} %` : plain(number)),
    difference: (number) => signed(number, share ? elements.fixed(Math.abs(100 * number), 1) : plain(Math.abs(number))),
    // As in the figures: where all or nothing was seen, an interval of a share has one side only.
    giveOrTake: ({ low, high }) => {
      if (!share) return `±${plain((high - low) / 2)}`;
      if (low <= 0) return `≤${(Math.ceil(1000 * high) / 10).toFixed(1)}`;
      return high >= 1 ? `≥${(Math.floor(1000 * low) / 10).toFixed(1)}` : `±${elements.fixed(50 * (high - low), 1)}`;
    },
  };
}
