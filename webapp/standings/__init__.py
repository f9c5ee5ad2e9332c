"""Who stands where: goalie ratings, and in time rankings and their tie-breaks. Pure."""
