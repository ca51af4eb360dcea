// How long a shot takes: the stick is drawn back and strikes, the ball rolls, and drops; in milliseconds at the usual speed.

export const SHOT = { pull: 150, strike: 60, roll: 620, drop: 160 };
